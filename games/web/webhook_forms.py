"""The form of a webhook. What would do is games.services.webhooks' to say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.web.forms import Form
from games.models import Webhook
from games.services.webhooks import addresses, targets


class WebhookForm(Form):
    url = forms.CharField(
        label=_("Address"),
        max_length=addresses.LONGEST,
        help_text=_("It begins with https:// and is not in this service’s own network."),
        widget=forms.URLInput(
            attrs={"dir": "ltr", "placeholder": "https://example.org/rummy", "autocomplete": "off"}
        ),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=targets.LONGEST_NAME,
        required=False,
        help_text=_("For this list only."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What it is told of"),
        choices=Webhook.Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, webhook: Webhook | None = None, **kwargs: Any) -> None:
        initial: dict[str, Any] = {"kinds": targets.USUAL}
        if webhook is not None:
            initial = {"url": webhook.url, "name": webhook.name, "kinds": webhook.kinds}
        super().__init__(*args, initial=initial, **kwargs)
