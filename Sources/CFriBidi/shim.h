#pragma once
#include <fribidi.h>

static const FriBidiParType shim_fribidi_par_natural = FRIBIDI_PAR_ON;
static const FriBidiParType shim_fribidi_par_ltr = FRIBIDI_PAR_LTR;
static const FriBidiParType shim_fribidi_par_rtl = FRIBIDI_PAR_RTL;
