// The folder of V8's compile cache. Plain JavaScript like the other launch scripts, because built entries load it first.
import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

const OWNER_ONLY = 0o700
/** Bits of users other than the owner, and those that let them write. */
const OTHERS = 0o077
const OTHERS_WRITE = 0o022

/** Root folder of the program's data. The option `-root` is not known before the program is loaded. */
const dataRoot = () => process.env.CHAINWRIGHT_HOME || join(homedir(), '.chainwright')

/**
 * Returns the cache folder in the program's root, which is created if it is missing. Returns undefined if another user
 * could write there or the folder is a link, because V8 runs what it finds in it.
 */
export function findCompileCache(root = dataRoot(), uid = process.getuid?.()) {
  const folder = join(root, '.compile-cache')
  const isOwn = (found, bits) =>
    found.isDirectory() && (uid === undefined || (found.uid === uid && !(found.mode & bits)))
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    return isOwn(statSync(root), OTHERS_WRITE) && isOwn(lstatSync(folder), OTHERS) ? folder : undefined
  } catch {
    // Without the cache, the program is compiled at each start.
    return undefined
  }
}

/** Makes V8 reuse the compiled code of the last run for modules that are loaded from now on. */
export function reuseCompiledCode(folder = findCompileCache()) {
  if (folder !== undefined) enableCompileCache(folder)
}
