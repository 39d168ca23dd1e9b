"""What the doors share: a raw mail, stored for each address of ours that it came to."""

from __future__ import annotations

from collections.abc import Sequence

from games.notify import reply_address
from games.notify.incoming import heads, reading
from games.notify.incoming.storable import storable
from games.services import incoming
from games.services.incoming import Taken


def is_ours(address: str) -> bool:
    """Whether we gave this address out: for replies, or for what comes back."""
    return reply_address.read(address) is not None or reply_address.bounced_mail(address) is not None


def take_in(
    raw: bytes, *, door: str, recipients: Sequence[str] = (), sender: str = "", local: bool = False
) -> bool:
    """Stores the mail; False where it came to no address of ours.

    `recipients` are the envelope's; where they are not known, the mail's own heads are asked. Raises what the
    database raises: then the mail is not taken.
    """
    message = reading.parsed(raw)
    ours = [storable(address) for address in recipients if is_ours(address)]
    ours = ours or [address for address in heads.recipients(message) if is_ours(address)]
    identity, sender = heads.identity(raw, message), storable(sender)
    incoming.take(
        [
            Taken(raw=raw, identity=identity, recipient=address, door=door, sender=sender, local=local)
            for address in dict.fromkeys(address.lower() for address in ours)
        ]
    )
    return bool(ours)
