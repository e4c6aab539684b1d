/** The kind of drive that a folder is on, if the system tells. On network drives databases get damaged and locks fail. */
import { readFile } from 'node:fs/promises'
import { systemTool } from './systemTool.ts'

export interface Mount {
  readonly point: string
  /** the system's name for it: ext4, nfs4, smbfs */
  readonly type: string
}

export type DriveKind = 'local' | 'network' | 'shared' | 'memory' | 'unknown'

const NETWORK =
  /^(nfs\d?|cifs|smb\w*|smbfs|afpfs|webdav|davfs|ncpfs|afs|ceph|glusterfs|lustre|beegfs|gpfs|orangefs|fuse\.(sshfs|rclone|s3fs|gcsfuse|glusterfs|ceph\S*|davfs2?|smb\S*|nfs\S*|curlftpfs|goofys|mountpoint-s3))$/
/** Shared folders of a virtual machine's host. */
const SHARED = /^(vboxsf|prl_fs|virtiofs|drvfs|fuse\.vmhgfs-fuse|9p)$/
const MEMORY = /^(tmpfs|ramfs)$/

export function driveKindOf(type: string): DriveKind {
  if (NETWORK.test(type)) return 'network'
  if (SHARED.test(type)) return 'shared'
  return MEMORY.test(type) ? 'memory' : 'local'
}

/** @param path absolute, without links. The type is empty if the system does not name it. */
export async function driveOf(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<{ readonly kind: DriveKind; readonly type: string }> {
  if (platform === 'win32') {
    return /^[\\/]{2}(?![?.][\\/])/.test(path) ? { kind: 'network', type: 'share' } : { kind: 'local', type: '' }
  }
  const mounts = platform === 'linux' ? mountInfo(await read('/proc/self/mountinfo')) : mountOutput(await mountTool())
  const mount = mountOf(path, mounts)
  return mount === undefined ? { kind: 'unknown', type: '' } : { kind: driveKindOf(mount.type), type: mount.type }
}

/** Of two mounts at the same path the later one counts. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  const below = ({ point }: Mount) => path === point || path.startsWith(point === '/' ? '/' : `${point}/`)
  return mounts
    .filter(below)
    .reduce<Mount | undefined>(
      (best, mount) => (best === undefined || mount.point.length >= best.point.length ? mount : best),
      undefined,
    )
}

/** Lines of `/proc/self/mountinfo`: the fifth field is the place, the type follows a lone dash. */
export function mountInfo(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\d+ \d+ \S+ \S+ (\S+) .*? - (\S+) /.exec(line)
    const point = match?.[1]?.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    return match === null || point === undefined ? [] : [{ point, type: match[2] ?? '' }]
  })
}

/** Lines of macOS's `mount`: `source on /place (type, flags)`. */
export function mountOutput(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const match = /^.* on (\/.*) \(([^,)]+)[^)]*\)$/.exec(line)
    return match === null ? [] : [{ point: match[1] ?? '', type: match[2] ?? '' }]
  })
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '')

/** A failure means that the kind of drive is unknown. */
const mountTool = () => systemTool('/sbin/mount', []).catch(() => '')
