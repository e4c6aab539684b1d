import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory for one test. Memory is used only for what is written. */
export interface LimitedDisk {
  readonly folder: string
  /** Fills the disk until at most `bytes` bytes are free. */
  leaveFree(bytes: number): void
  /** Deletes what `leaveFree` wrote. */
  makeRoom(): void
  setReadOnly(on: boolean): void
  /** Unmounts the disk, which deletes its content. */
  remove(): void
}

const CHUNK = Buffer.alloc(1024 * 1024)

const mount = (...args: readonly string[]) => spawnSync('/bin/mount', args, { encoding: 'utf8' })

/** Returns the reason why this user cannot mount a file system here, or undefined if it can. */
export function mountObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'mounting a tmpfs takes Linux'
  const disk = tryLimitedDisk(1)
  if (typeof disk === 'string') return disk
  disk.remove()
  return undefined
}

/** @throws Error if the disk cannot be mounted, see `mountObstacle` */
export function createLimitedDisk(megabytes: number): LimitedDisk {
  const disk = tryLimitedDisk(megabytes)
  if (typeof disk === 'string') throw new Error(disk)
  return disk
}

function tryLimitedDisk(megabytes: number): LimitedDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  const mounted = mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder)
  if (mounted.status !== 0) return `no tmpfs can be mounted: ${mounted.stderr ?? mounted.error}`.trim()
  const filler = join(folder, 'filler')
  return {
    folder,
    leaveFree(bytes) {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(folder)
      for (let rest = bavail * bsize - bytes; rest > 0; rest -= CHUNK.length)
        writeFileSync(filler, CHUNK.subarray(0, Math.min(rest, CHUNK.length)), { flag: 'a' })
    },
    makeRoom: () => rmSync(filler),
    setReadOnly(on) {
      const { status, stderr } = mount('-o', `remount,${on ? 'ro' : 'rw'}`, folder)
      if (status !== 0) throw new Error(stderr)
    },
    remove() {
      const { status, stderr } = spawnSync('/bin/umount', [folder], { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
    },
  }
}
