/** A file system of 8 MB in memory, for tests of a full disk. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Fills the disk except for `kilobytes` KB, a multiple of 4. */
  leave(kilobytes: number): void
  /** Deletes the file that filled the disk. */
  makeRoom(): void
  close(): void
}

const MEGABYTES = 8
const BYTES_PER_KILOBYTE = 1_024

/** Mounts the disk, which requires root on Linux. Returns the reason if the system refuses. */
export function mountSmallDisk(): SmallDisk | string {
  if (process.platform !== 'linux') return `no tmpfs on ${process.platform}`
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const { status, stderr, error } = spawnSync(
    '/bin/mount',
    ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) {
    rmdirSync(folder)
    return `mount is not permitted here: ${(error?.message ?? stderr).trim().split('\n', 1)[0]}`
  }
  const filler = join(folder, 'filler')
  const makeRoom = () => rmSync(filler, { force: true })
  return {
    folder,
    leave(kilobytes) {
      makeRoom()
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - kilobytes * BYTES_PER_KILOBYTE))
    },
    makeRoom,
    close() {
      spawnSync('/bin/umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
