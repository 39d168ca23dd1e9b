"""The table of attacks: how an address may be written, and what it may lead to."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.services.webhooks.addresses import check, may_reach, parse

WELL = parse("https://example.org/")
IN_THE_CLEAR = parse("http://example.org/")

# Every range that is nobody's on the public network, with the ways in which one of IPv4 hides in one of IPv6.
REFUSED = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.255 169.254.169.254
172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255
198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0.0.0.0
64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1
2002:7f00:1:: 2002:a00:1::1 2002:0808:0808::1 2001::1 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1
2001:db8::1 3fff::1 100::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%1 fec0::1 ff02::1 4000::1 5f00::1
"""
REACHED = """
1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1 223.255.255.255
2606:4700:4700::1111 2a00:1450:4001::200e ::ffff:8.8.8.8 64:ff9b::8.8.8.8
"""


@pytest.mark.parametrize("ip", REFUSED.split())
def test_what_is_not_public_is_not_reached(ip: str) -> None:
    assert not may_reach(ipaddress.ip_address(ip), WELL)


@pytest.mark.parametrize("ip", REACHED.split())
def test_what_is_public_is(ip: str) -> None:
    assert may_reach(ipaddress.ip_address(ip), WELL)
    assert not may_reach(ipaddress.ip_address(ip), IN_THE_CLEAR), "but not in the clear"


class TestTheHostsOwn:
    @pytest.fixture(autouse=True)
    def _allowed(self, settings: Any) -> Iterator[None]:
        settings.WEBHOOK_ALLOW = (ipaddress.ip_network("10.1.0.0/16"), ipaddress.ip_network("fd00::/8"))
        settings.WEBHOOK_DENY = (ipaddress.ip_network("8.8.8.0/24"), ipaddress.ip_network("10.1.2.0/24"))
        yield

    @pytest.mark.parametrize("ip", ["10.1.3.4", "fd00::1", "::ffff:10.1.3.4", "64:ff9b::10.1.3.4"])
    def test_what_it_allows_is_reached_also_in_the_clear(self, ip: str) -> None:
        assert may_reach(ipaddress.ip_address(ip), WELL)
        assert may_reach(ipaddress.ip_address(ip), IN_THE_CLEAR)

    @pytest.mark.parametrize("ip", ["10.2.0.1", "127.0.0.1", "8.8.8.8", "::ffff:8.8.8.8", "10.1.2.3"])
    def test_neither_the_rest_nor_what_it_forbids(self, ip: str) -> None:
        assert not may_reach(ipaddress.ip_address(ip), WELL)

    def test_names_and_plain_http_can_be_given(self) -> None:
        assert str(check("http://hooks/rummy")) == "http://hooks/rummy"
        assert str(check("http://10.1.3.4:8080")) == "http://10.1.3.4:8080/"
        with pytest.raises(ValidationError):
            check("http://10.1.2.3/")


# How an address of the own network may be spelled, and what makes parsers differ about where it leads.
ATTACKS = [
    "http://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "javascript:alert(1)",
    "//example.org/",
    "example.org",
    "https://",
    "https:///path",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://db.localhost/",
    "https://redis/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.1/",
    "https://127.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0X7F.1/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://127.0.0.0x1/",
    "https://0/",
    "https://0x/",
    "https://00.0.0.0/",
    "https://08.8.8.8/",
    "https://8.8.8.8.8/",
    "https://1.2.3.256/",
    "https://4294967297/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.0.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[::1/",
    "https://[v1.x]/",
    "https://[8.8.8.8]/",
    "https://[::1]x/",
    "https://x[::1]/",
    "https://user@example.org/",
    "https://user:password@example.org/",
    "https://example.org@127.0.0.1/",
    "https://example.org%40127.0.0.1/",
    "https://127.0.0.1\\@example.org/",
    "https://example.org\\@127.0.0.1/",
    "https://example.org#@127.0.0.1/",
    "https://example.org/#part",
    "https://example.org#",
    "https://example.org:22/",
    "https://example.org:25/",
    "https://example.org:0/",
    "https://example.org:65536/",
    "https://example.org:+443/",
    "https://example.org:443:80/",
    "https://example.org:/",
    "https://example.org:https/",
    "https://ex ample.org/",
    "https://example.org/a b",
    "https://example.org/\r\nHost: 127.0.0.1",
    "https://example.org\t/",
    "\x00https://example.org/",
    "https://example.org/\x00",
    "https://１２７.０.０.１/",
    "https://ⓛocalhost/",
    "https://127。0。0。1/",
    "https://ex%61mple.org/",
    "https://%31%32%37.0.0.1/",
    "https://-example.org/",
    "https://example..org/",
    "https://.example.org/",
    "https://example.org../",
    f"https://{'a' * 64}.org/",
    f"https://{'a.' * 130}org/",
    f"https://example.org/{'a' * 500}",
    "https://exa{mple}.org/",
    "",
]


@pytest.mark.parametrize("url", ATTACKS)
def test_an_attack_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(ValidationError) as refused:
        check(url)
    assert refused.value.messages[0].endswith(".")


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://example.org", "https://example.org/"),
        ("HTTPS://Example.ORG./Path?Query=1", "https://example.org/Path?Query=1"),
        ("https://example.org:443/", "https://example.org/"),
        ("https://example.org:8443?x", "https://example.org:8443/?x"),
        ("https://xn--bcher-kva.example/a%20b", "https://xn--bcher-kva.example/a%20b"),
        ("https://a_b.example.org/~x/@me;1", "https://a_b.example.org/~x/@me;1"),
        ("https://93.184.216.34/", "https://93.184.216.34/"),
        ("https://[2606:4700:4700::1111]:8443/x", "https://[2606:4700:4700::1111]:8443/x"),
    ],
)
def test_a_public_one_is_taken_in_one_spelling(url: str, kept: str) -> None:
    assert str(check(url)) == kept
    assert str(check(kept)) == kept
