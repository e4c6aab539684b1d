/** Locks of files, as Linux lists them in /proc/locks. */

/** Lock of a file. */
export interface ListedLock {
  /** process id; not positive if the system hides it */
  readonly pid: number
  /** true for a lock that excludes all others */
  readonly exclusive: boolean
  /** true for a process that waits for the lock */
  readonly waits: boolean
  /** false if another device is listed: some file systems report one here and another for the file */
  readonly sameDevice: boolean
}

/** Number, `->` if it waits, kind, mode, access, process id, device (hex major:minor), inode, range. */
const LINE = /^\d+: (-> )?\w+\s+\w+\s+(\w+)\s+(-?\d+)\s+([0-9a-f]+):([0-9a-f]+):(\d+)\s/

/**
 * Returns the locks on a file. Files of other devices with the same inode number are included.
 * @param text content of /proc/locks
 */
export function findFileLocks(
  text: string,
  { dev, ino }: { readonly dev: bigint; readonly ino: bigint },
): ListedLock[] {
  return text.split('\n').flatMap((line) => {
    const [, waits, access, pid, major = '', minor = '', inode] = LINE.exec(line) ?? []
    if (inode !== String(ino)) return []
    const sameDevice = deviceNumber(major, minor) === dev
    return [{ pid: Number(pid), exclusive: access === 'WRITE', waits: waits !== undefined, sameDevice }]
  })
}

/** Returns the number of a device as `stat` reports it on Linux. */
function deviceNumber(majorText: string, minorText: string): bigint {
  const major = BigInt(`0x${majorText}`)
  const minor = BigInt(`0x${minorText}`)
  return ((major & 0xfffn) << 8n) | (minor & 0xffn) | ((minor & ~0xffn) << 12n) | ((major & ~0xfffn) << 32n)
}
