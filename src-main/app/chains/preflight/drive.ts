/**
 * Detects the kind of drive that a folder is on, if the system reports it. On network drives databases get damaged and
 * locks fail.
 */
import { readFile } from 'node:fs/promises'
import { systemTool } from './systemTool.ts'

export interface Mount {
  readonly point: string
  /** file system type as the system names it: ext4, nfs4, smbfs */
  readonly type: string
}

export type DriveKind = 'local' | 'network' | 'shared' | 'memory' | 'unknown'

const NETWORK =
  /^(nfs\d?|cifs|smb\w*|smbfs|afpfs|webdav|davfs|ncpfs|afs|ceph|glusterfs|lustre|beegfs|gpfs|orangefs|fuse\.(sshfs|rclone|s3fs|gcsfuse|glusterfs|ceph\S*|davfs2?|smb\S*|nfs\S*|curlftpfs|goofys|mountpoint-s3))$/
/** Folders shared by the host of a virtual machine. */
const SHARED = /^(vboxsf|prl_fs|virtiofs|drvfs|fuse\.vmhgfs-fuse|9p)$/
const MEMORY = /^(tmpfs|ramfs)$/

export function classifyDrive(type: string): DriveKind {
  if (NETWORK.test(type)) return 'network'
  if (SHARED.test(type)) return 'shared'
  return MEMORY.test(type) ? 'memory' : 'local'
}

/**
 * Returns the kind of drive and its file system type. The type is empty if the system does not report it.
 * @param path absolute, without links
 */
export async function findDrive(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<{ readonly kind: DriveKind; readonly type: string }> {
  if (platform === 'win32') {
    return /^[\\/]{2}(?![?.][\\/])/.test(path) ? { kind: 'network', type: 'share' } : { kind: 'local', type: '' }
  }
  const mounts = platform === 'linux' ? mountInfo(await read('/proc/self/mountinfo')) : mountOutput(await mountTool())
  const mount = findMount(path, mounts)
  return mount === undefined ? { kind: 'unknown', type: '' } : { kind: classifyDrive(mount.type), type: mount.type }
}

/** Returns the mount that contains the path. If two mounts have the same path, the later one counts. */
export function findMount(path: string, mounts: readonly Mount[]): Mount | undefined {
  const below = ({ point }: Mount) => path === point || path.startsWith(point === '/' ? '/' : `${point}/`)
  return mounts
    .filter(below)
    .reduce<Mount | undefined>(
      (best, mount) => (best === undefined || mount.point.length >= best.point.length ? mount : best),
      undefined,
    )
}

/** Parses `/proc/self/mountinfo`: the fifth field is the mount point, the type follows a lone dash. */
export function mountInfo(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\d+ \d+ \S+ \S+ (\S+) .*? - (\S+) /.exec(line)
    const point = match?.[1]?.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    return match === null || point === undefined ? [] : [{ point, type: match[2] ?? '' }]
  })
}

/** Parses the output of macOS's `mount`: `source on /place (type, flags)`. */
export function mountOutput(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const match = /^.* on (\/.*) \(([^,)]+)[^)]*\)$/.exec(line)
    return match === null ? [] : [{ point: match[1] ?? '', type: match[2] ?? '' }]
  })
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Returns an empty output on failure, which means an unknown drive. */
const mountTool = () => systemTool('/sbin/mount', []).catch(() => '')
