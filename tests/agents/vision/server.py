"""An HTTP server on the loopback that speaks both protocols, and misbehaves when it is told to."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.recorder.conftest import reply

MODEL = "tiny-vision-2026-11-01"
GOOD = reply("A").decode()


class Heard(NamedTuple):
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Sent(NamedTuple):
    """What the server does with one request."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    wait: float = 0.0
    length: int | None = None
    """What Content-Length promises; null is the truth."""
    drip: float | None = None
    """Seconds between bytes."""


Behaviour = Callable[[Heard, int], Sent]


def message(heard: Heard, number: int, text: str | None = GOOD, **changes: Any) -> dict[str, Any]:
    """Return a good answer of the protocol that was spoken; ``changes`` replace or (null) take away its fields."""
    cached = 200 if number > 1 else 0
    if heard.path.endswith("/chat/completions"):
        value: dict[str, Any] = {
            "id": f"chatcmpl-{number}",
            "object": "chat.completion",
            "model": MODEL,
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
            "usage": {
                "prompt_tokens": 1000,
                "completion_tokens": 50,
                "total_tokens": 1050,
                "prompt_tokens_details": {"cached_tokens": cached},
            },
        }
    else:
        value = {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "stop_reason": "end_turn",
            "content": [] if text is None else [{"type": "text", "text": text}],
            "usage": {
                "input_tokens": 900 - cached,
                "output_tokens": 50,
                "cache_read_input_tokens": cached,
                "cache_creation_input_tokens": 100,
            },
        }
    return {name: part for name, part in (value | changes).items() if part is not None}


def good(heard: Heard, number: int) -> Sent:
    return Sent(json.dumps(message(heard, number)).encode(), headers=(("x-request-id", f"req-{number}"),))


def says(text: str | None, **changes: Any) -> Behaviour:
    """Return a behaviour that answers well, with this text and these fields."""
    return lambda heard, number: Sent(json.dumps(message(heard, number, text, **changes)).encode())


def raw(body: bytes, **parts: Any) -> Behaviour:
    """Return a behaviour that sends these bytes."""
    return lambda heard, number: Sent(body, **parts)


def cut(heard: Heard, number: int) -> Sent:
    whole = good(heard, number).body
    return Sent(whole[:60], length=len(whole))


def tool_call(heard: Heard, number: int) -> Sent:
    if heard.path.endswith("/chat/completions"):
        call = {"id": "c1", "type": "function", "function": {"name": "press", "arguments": GOOD}}
        choice = {"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [call]}}
        return Sent(json.dumps(message(heard, number, choices=[choice])).encode())
    block = {"type": "tool_use", "id": "t1", "name": "press", "input": json.loads(GOOD)}
    return Sent(json.dumps(message(heard, number, content=[block], stop_reason="tool_use")).encode())


def refusal(heard: Heard, number: int) -> Sent:
    if heard.path.endswith("/chat/completions"):
        choice = {"index": 0, "message": {"role": "assistant", "content": None, "refusal": "I cannot help."}}
        return Sent(json.dumps(message(heard, number, choices=[choice])).encode())
    return Sent(json.dumps(message(heard, number, "I cannot help.", stop_reason="refusal")).encode())


def key_echo(heard: Heard, number: int) -> Sent:
    key = heard.headers.get("x-api-key") or heard.headers["authorization"].removeprefix("Bearer ")
    body = json.dumps({"error": {"message": f"the key {key} is wrong", "type": "auth"}}).encode()
    return Sent(body, 401, headers=(("x-request-id", f"of-{key}"),))


class Server:
    """The running server: what it heard, and what it will do next; when that is used up, ``rest`` for ever."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.heard: list[Heard] = []
        self.next: list[Behaviour] = []
        self.rest: Behaviour = good

    def base_url(self, provider: str) -> str:
        return f"{self.url}/v1" if provider == "openai" else self.url


@contextmanager
def running() -> Iterator[Server]:
    """Run a server for as long as the block lasts."""
    holder: list[Server] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            server = holder[0]
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard = Heard(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            server.heard.append(heard)
            sent = (server.next.pop(0) if server.next else server.rest)(heard, len(server.heard))
            time.sleep(sent.wait)
            try:
                self._send(sent)
            except OSError:
                self.close_connection = True

        def _send(self, sent: Sent) -> None:
            self.send_response(sent.status)
            for name, value in sent.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(sent.body) if sent.length is None else sent.length))
            self.send_header("Connection", "close")  # said, or a client on a busy machine asks on a line that is going
            self.end_headers()
            if sent.drip is None:
                self.wfile.write(sent.body)
            else:
                for byte in sent.body:
                    self.wfile.write(bytes([byte]))
                    time.sleep(sent.drip)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    holder.append(Server(f"http://127.0.0.1:{http.server_address[1]}"))
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), name="provider", daemon=True)
    thread.start()
    try:
        yield holder[0]
    finally:
        http.shutdown()
        http.server_close()
        thread.join(5)
