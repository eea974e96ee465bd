/* Variable arguments (C17 7.16). */
#ifndef _STDARG_H
#ifndef _ANSI_STDARG_H_
#ifndef __need___va_list
#define _STDARG_H
#define _ANSI_STDARG_H_
#endif
#undef __need___va_list

#ifndef __GNUC_VA_LIST
#define __GNUC_VA_LIST
typedef __builtin_va_list __gnuc_va_list;
#endif

#ifdef _STDARG_H
#define va_start(v, l) __builtin_va_start(v, l)
#define va_end(v) __builtin_va_end(v)
#define va_arg(v, l) __builtin_va_arg(v, l)
#if !defined __STRICT_ANSI__ || (defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L)
#define va_copy(d, s) __builtin_va_copy(d, s)
#endif
#define __va_copy(d, s) __builtin_va_copy(d, s)
#ifndef _VA_LIST_DEFINED
#ifndef _VA_LIST
#define _VA_LIST
#define _VA_LIST_DEFINED
#define _VA_LIST_T_H
#define __va_list__
typedef __gnuc_va_list va_list;
#endif
#endif
#endif

#endif
#endif
