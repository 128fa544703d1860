#pragma once
#include <expat.h>

// The header declares these only if the library's build option is set, although Debian's library has them.
XMLPARSEAPI(XML_Bool)
XML_SetBillionLaughsAttackProtectionMaximumAmplification(XML_Parser parser, float factor);
XMLPARSEAPI(XML_Bool)
XML_SetBillionLaughsAttackProtectionActivationThreshold(XML_Parser parser, unsigned long long bytes);

/// Limits the expansion of entities to ten times the document's length, once it exceeds `free` bytes.
static inline void shim_limit_entities(XML_Parser parser, unsigned long long free) {
  XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, 10.0f);
  XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, free);
}
