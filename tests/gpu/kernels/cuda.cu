/* The kernels of kernels.h in CUDA, without tiles in shared memory: what a programmer writes first. */
#include <cuda_runtime.h>

#include "kernels.h"

static void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "cuda: %s\n", cudaGetErrorString(error));
    exit(3);
}

static void finish(void)
{
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}

static double *device_memory(size_t bytes)
{
    void *memory;
    check(cudaMalloc(&memory, bytes));
    return (double *)memory;
}
static void to_device(void *device, const void *host, size_t bytes) { check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice)); }
static void from_device(void *host, const void *device, size_t bytes) { check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost)); }
static void release(void *device) { check(cudaFree(device)); }

enum { THREADS = 256 };
static unsigned blocks(long threads) { return (unsigned)((threads + THREADS - 1) / THREADS); }

__global__ void empty_kernel(double *a) { a[threadIdx.x] = threadIdx.x; }
static void empty(double *a)
{
    empty_kernel<<<1, 32>>>(a);
    finish();
}

__global__ void triad_kernel(long n, double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c, double factor)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] + factor * c[i];
}
static void triad(long n, double *a, const double *b, const double *c, double factor)
{
    triad_kernel<<<blocks(n), THREADS>>>(n, a, b, c, factor);
    finish();
}

/* The sum of the lanes of a warp, in its first lane. */
static __device__ double sum_of_warp(double s)
{
    for (int by = 16; by; by /= 2) s += __shfl_down_sync(~0u, s, by);
    return s;
}
__global__ void sum_kernel(long n, const double *__restrict__ a, double *all)
{
    __shared__ double of_warps[32];
    double s = 0;
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) s += a[i];
    s = sum_of_warp(s);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    s = sum_of_warp(threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicAdd(all, s);
}
static double sum(long n, const double *a)
{
    static double *all;
    static int processors;
    double s;
    if (!all) {
        all = device_memory(sizeof *all);
        check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    }
    check(cudaMemset(all, 0, sizeof *all));
    sum_kernel<<<processors * 8, THREADS>>>(n, a, all);
    check(cudaGetLastError());
    from_device(&s, all, sizeof s);
    return s;
}

__global__ void five_point_kernel(int n, const double *__restrict__ a, double *__restrict__ b)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i < n - 1 && j < n - 1)
        b[i * n + j] = 0.25 * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]) - a[i * n + j];
}
static void five_point(int n, const double *a, double *b)
{
    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
    five_point_kernel<<<grid, block>>>(n, a, b);
    finish();
}

__global__ void rows_kernel(int rows, const int *__restrict__ first, const int *__restrict__ column, const double *__restrict__ value,
                            const double *__restrict__ x, double *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    double s = 0;
    for (int e = first[i]; e < first[i + 1]; ++e) s += value[e] * x[column[e]];
    y[i] = s;
}
static void product_of_rows(int rows, const int *first, const int *column, const double *value, const double *x, double *y)
{
    rows_kernel<<<blocks(rows), THREADS>>>(rows, first, column, value, x, y);
    finish();
}

__global__ void lanes_kernel(int rows, const int *__restrict__ first, const int *__restrict__ column, const double *__restrict__ value,
                             const double *__restrict__ x, double *__restrict__ y)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (i >= rows) return;
    double s = 0;
    for (int e = first[i] + lane; e < first[i + 1]; e += 32) s += value[e] * x[column[e]];
    s = sum_of_warp(s);
    if (lane == 0) y[i] = s;
}
static void product_of_lanes(int rows, const int *first, const int *column, const double *value, const double *x, double *y)
{
    lanes_kernel<<<blocks(rows * 32L), THREADS>>>(rows, first, column, value, x, y);
    finish();
}

__global__ void matrix_kernel(int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    double s = 0;
    for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
}
static void matrix_product(int n, const double *a, const double *b, double *c)
{
    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
    matrix_kernel<<<grid, block>>>(n, a, b, c);
    finish();
}

__global__ void seven_point_kernel(int n, const double *__restrict__ a, double *__restrict__ b)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1, i = blockIdx.z + 1;
    if (k >= n - 1 || j >= n - 1) return;
    long at = ((long)i * n + j) * n + k, plane = (long)n * n;
    b[at] = a[at - 1] + a[at + 1] + a[at - n] + a[at + n] + a[at - plane] + a[at + plane] - 6 * a[at];
}
static void seven_point(int n, const double *a, double *b)
{
    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8, n - 2);
    seven_point_kernel<<<grid, block>>>(n, a, b);
    finish();
}
