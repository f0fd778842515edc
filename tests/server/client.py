"""An editor in a few lines: it starts the real server and speaks JSON-RPC with it."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

PATIENCE = 60
"""Seconds until an answer counts as missing; machines that test are slow."""

CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True,
            "codeDescriptionSupport": True,
            "tagSupport": {"valueSet": [1, 2]},
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}, "workspaceFolders": True},
}


class Client:
    """Talks with one server; `diagnostics` holds what was published last for each address."""

    def __init__(self, *folders: Path, capabilities: Mapping[str, Any] = CAPABILITIES, cwd: Path | None = None) -> None:
        self.diagnostics: dict[str, list[Any]] = {}
        self.published = 0
        self.asked: list[Any] = []
        self._answers: dict[int, Any] = {}
        self._messages: queue.Queue[Any] = queue.Queue()
        self._number = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "webmcp_lint", "server", "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
        )
        self._errors = b""
        self._threads = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        self.answer = self.request(
            "initialize",
            {"processId": None, "rootUri": None, "capabilities": capabilities, "workspaceFolders": named or None},
        )
        self.notify("initialized", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):  # what was not sent yet
                    stream.close()

    def notify(self, method: str, params: object) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: object) -> Any:  # noqa: ANN401  JSON
        self._number += 1
        number = self._number
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._until(lambda: number in self._answers)
        answer = self._answers.pop(number)
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, uri: str, text: str, language: str = "html") -> None:
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, text: str) -> None:
        self.notify(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}
        )

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def rules(self, uri: str) -> list[str]:
        return [each["code"] for each in self.diagnostics.get(uri, [])]

    def wait_for(self, uri: str, rules: list[str]) -> list[Any]:
        """Wait until these are the rules of what is published for a document."""
        self._until(lambda: self.rules(uri) == rules, lambda: f"{uri}: {self.rules(uri)}, not {rules}")
        return self.diagnostics.get(uri, [])

    def end(self) -> int:
        self.request("shutdown", None)
        self.notify("exit", None)
        return self._process.wait(PATIENCE)

    def wait(self) -> int:
        return self._process.wait(PATIENCE)

    def hang_up(self) -> int:
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait(PATIENCE)

    def send_raw(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def _send(self, message: object) -> None:
        body = json.dumps(message).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def _until(self, holds: Any, why: Any = lambda: "no answer") -> None:  # noqa: ANN401
        until = time.monotonic() + PATIENCE
        while not holds():
            try:
                self._take(self._messages.get(timeout=max(until - time.monotonic(), 0.01)))
            except queue.Empty:
                raise AssertionError(f"{why()}\n{self._errors.decode(errors='replace')}") from None

    def _take(self, message: Any) -> None:  # noqa: ANN401
        if message is None:
            raise AssertionError(f"the server ended\n{self._errors.decode(errors='replace')}")
        if "method" not in message:
            self._answers[message["id"]] = message
        elif message["method"] == "textDocument/publishDiagnostics":
            self.published += 1
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message:
            self.asked.append(message)
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self._messages.put(json.loads(stream.read(length)))
        self._messages.put(None)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._errors += line
