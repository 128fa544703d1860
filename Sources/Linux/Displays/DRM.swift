internal import CDRM
