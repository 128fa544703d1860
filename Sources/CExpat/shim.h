#pragma once
#include <expat.h>

// The header declares these only where the library's own build switch is set, though Debian's library has them.
XMLPARSEAPI(XML_Bool)
XML_SetBillionLaughsAttackProtectionMaximumAmplification(XML_Parser parser, float factor);
XMLPARSEAPI(XML_Bool)
XML_SetBillionLaughsAttackProtectionActivationThreshold(XML_Parser parser, unsigned long long bytes);

/// Entities may make a document ten times as long, once they are beyond `free` bytes.
static inline void shim_limit_entities(XML_Parser parser, unsigned long long free) {
  XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, 10.0f);
  XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, free);
}
