export function findCompileCache(root?: string, uid?: number): string | undefined
export function reuseCompiledCode(folder?: string): void
