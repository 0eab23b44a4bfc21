"""Threads that a program lends to the frames of a crowd."""
from __future__ import annotations

import collections
import functools
import time
from typing import Any, Callable, Optional

from . import _calls

Share = Callable[[int, Callable[..., None]], Any]


class Lending:
    """Hands the pieces of frames to the function that shares them among threads."""

    def __init__(self, share: Share) -> None:
        if not callable(share):
            raise TypeError("share must be a function of a count and a function")
        self._share = share
        self._raised: Optional[BaseException] = None
        self.function = _calls.cairn_share_function(self._share_frame)

    def _share_frame(self, _context: Any, count: int, task: int, argument: int) -> None:
        """Whoever asks gets the next piece, so none is made twice. Taking a number and making the piece is
        one call of the interpreter, which no signal breaks off."""
        made: collections.deque = collections.deque()
        make = functools.partial(_calls.cairn_task_function(task), argument)
        pieces = map(made.append, map(make, range(count)))
        try:
            self._share(count, lambda _number=0: next(pieces, None))
        except BaseException as error:  # it may not go through C
            self._raised = self._raised or error
        finally:
            collections.deque(pieces, maxlen=0)  # makes those that are left
            while len(made) < count:  # another thread is making one
                time.sleep(0)

    def finish(self) -> None:
        """Raises what was raised during the frame."""
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
