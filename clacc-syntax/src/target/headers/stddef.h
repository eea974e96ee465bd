/* Common definitions (C17 7.19). Headers of a C library ask for single types with __need_* macros. */
#if (!defined _STDDEF_H && !defined _STDDEF_H_) \
    || defined __need_wchar_t || defined __need_size_t || defined __need_ptrdiff_t \
    || defined __need_NULL || defined __need_wint_t

#if !defined __need_wchar_t && !defined __need_size_t && !defined __need_ptrdiff_t \
    && !defined __need_NULL && !defined __need_wint_t
#define _STDDEF_H
#define _STDDEF_H_
#define __clacc_stddef_all 1
#endif

#if defined __clacc_stddef_all || defined __need_ptrdiff_t
#ifndef _PTRDIFF_T
#define _PTRDIFF_T
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#undef __need_ptrdiff_t
#endif

#if defined __clacc_stddef_all || defined __need_size_t
#ifndef _SIZE_T
#define _SIZE_T
#define __size_t__
typedef __SIZE_TYPE__ size_t;
#endif
#undef __need_size_t
#endif

#if defined __clacc_stddef_all || defined __need_wchar_t
#ifndef _WCHAR_T
#define _WCHAR_T
#define __wchar_t__
typedef __WCHAR_TYPE__ wchar_t;
#endif
#undef __need_wchar_t
#endif

#ifdef __need_wint_t
#ifndef _WINT_T
#define _WINT_T
typedef __WINT_TYPE__ wint_t;
#endif
#undef __need_wint_t
#endif

#if defined __clacc_stddef_all || defined __need_NULL
#undef NULL
#define NULL ((void *)0)
#undef __need_NULL
#endif

#ifdef __clacc_stddef_all
#undef __clacc_stddef_all
#undef offsetof
#define offsetof(TYPE, MEMBER) __builtin_offsetof (TYPE, MEMBER)
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L && !defined _GCC_MAX_ALIGN_T
#define _GCC_MAX_ALIGN_T
typedef struct {
  long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;
#endif
#if defined __STDC_VERSION__ && __STDC_VERSION__ > 201710L
#define unreachable() (__builtin_unreachable ())
#endif
#endif

#endif
