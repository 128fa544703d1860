internal import CZlib
