"""Who wanted fewer mails by the old setting wants them still. By itself: the next one changes the table."""

from typing import Any

from django.db import migrations

WISHES = {
    'turns': {'rounds': False, 'results': False, 'invitations': False},
    'none': {'rounds': False, 'results': False, 'invitations': False, 'turn': 'never', 'leads': []},
}


def keep(apps: Any, _schema_editor: Any) -> None:
    users = apps.get_model('accounts', 'User').objects
    wishes = apps.get_model('accounts', 'Wishes').objects
    for mailing, wanted in WISHES.items():
        for pk in users.filter(mailing=mailing, wishes__isnull=True).values_list('pk', flat=True):
            wishes.create(user_id=pk, **wanted)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_vacations'),
    ]

    operations = [
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
