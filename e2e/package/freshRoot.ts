/** Creates a root folder with only Debian's minimum, by debootstrap from the archive of this system. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/daemon.ts'

const SUITE = 'bookworm'
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Returns the reason why no root can be created on this machine, or undefined if it can. */
export function noFreshRoot(): string | undefined {
  if (process.getuid?.() !== 0) return 'chroot needs the superuser'
  if (!existsSync('/usr/sbin/debootstrap')) return 'debootstrap is not installed'
  return archive() === undefined ? `the package sources name no archive of ${SUITE}` : undefined
}

/** Returns the archive named in apt's sources, in either of their two formats. */
function archive(): string | undefined {
  const folder = '/etc/apt/sources.list.d'
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ]
  const text = files
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  return (/^URIs:\s*(\S+)/m.exec(text) ?? /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)/m.exec(text))?.[1]
}

export interface FreshRoot {
  readonly folder: string
  /** Runs a program in the root, in its folder `/`. @throws Error if it fails */
  run(command: string, ...args: string[]): string
  copyIn(file: string, path: string): void
  /** Copies a file of this machine to the same path in the root, if it exists. */
  copyIfPresent(path: string): void
  remove(): void
}

/**
 * Creates the root.
 * @param packages Debian packages beyond the minimum; later nothing is downloaded inside
 */
export function makeFreshRoot(packages: readonly string[]): FreshRoot {
  const folder = join(temporaryFolder(), 'root')
  const inside = (command: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : []
  inside('debootstrap', ['--variant=minbase', ...include, `--keyring=${KEYRING}`, SUITE, folder, archive() ?? ''])
  return {
    folder,
    run: (command, ...args) => inside('chroot', [folder, command, ...args]),
    copyIn: (file, path) => cpSync(file, join(folder, path), { recursive: true, dereference: true }),
    copyIfPresent(path) {
      if (existsSync(path)) cpSync(path, join(folder, path), { dereference: true })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
