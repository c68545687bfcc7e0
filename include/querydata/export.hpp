/// @file
/// Marks what the shared library exports.
#pragma once

#if defined(QUERYDATA_SHARED) && defined(_WIN32)
#if defined(QUERYDATA_BUILDING)
#define QUERYDATA_API __declspec(dllexport)
#else
#define QUERYDATA_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define QUERYDATA_API __attribute__((visibility("default")))
#else
#define QUERYDATA_API
#endif
