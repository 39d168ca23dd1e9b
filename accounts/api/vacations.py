"""The calls that concern my vacations."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import schema, shapes
from accounts.models import User
from accounts.scopes import Scope
from accounts.services import vacations
from config.api.views import ApiView

GREATEST_ID = 2**63 - 1


class VacationsView(ApiView):
    """`/me/vacations/`."""

    writes = Scope.MANAGE

    @schema.list_vacations
    def get(self, request: Request) -> Response:
        return Response(_shown(self.require_user(request)))

    @schema.take_vacation
    def post(self, request: Request) -> Response:
        given = shapes.NewVacation.read(request.data)
        user = self.require_user(request)
        vacations.take(user=user, since=given.get("from"), until=given.get("until"))
        return Response(_shown(user), status=201)


class VacationView(ApiView):
    """`/me/vacations/{id}/`."""

    writes = Scope.MANAGE

    @schema.end_vacation
    def delete(self, request: Request, vacation_id: int) -> Response:
        user = self.require_user(request)
        if vacation_id > GREATEST_ID or not vacations.end(user=user, vacation_id=vacation_id):
            raise NotFound
        return Response(status=204)


def _shown(user: User) -> dict[str, Any]:
    return {
        "days_left": round(vacations.days_left(user), 2),
        "vacations": [
            {"id": vacation.pk, "from": vacation.starts_at, "until": vacation.ends_at}
            for vacation in vacations.of(user)
        ],
    }
