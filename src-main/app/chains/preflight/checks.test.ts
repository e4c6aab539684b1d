import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  clockCheck,
  directoryCheck,
  diskCheck,
  driveCheck,
  memoryCheck,
  noPortCheck,
  portCheck,
  RELEASED,
} from './checks.ts'
import { classifyDrive, findDrive, findMount, mountInfo, mountOutput } from './drive.ts'

const NOW = RELEASED + 1000

describe('preflight checks', () => {
  it('diskCheck requires free space and names the folder in its fix', () => {
    expect(diskCheck(5_000_000_000, '/x')).toMatchObject({ state: 'passed', fix: null })
    expect(diskCheck(999_000_000, '/x')).toMatchObject({
      state: 'warning',
      detail: '999 MB are free on the drive of the chain.',
      fix: 'Free up space on the drive of /x.',
    })
    expect(diskCheck(1_000_000, '/x').state).toBe('failed')
    expect(diskCheck(undefined, '/x').state).toBe('passed')
  })

  it('memoryCheck warns for little memory and fails for less', () => {
    expect([2e9, 3e8, 1e8].map((bytes) => memoryCheck(bytes).state)).toEqual(['passed', 'warning', 'failed'])
  })

  it('clockCheck fails for a time before the release or the newest block, and warns of one far in the future', () => {
    expect(clockCheck(NOW, undefined).state).toBe('passed')
    expect(clockCheck(NOW, NOW + 400).state).toBe('passed')
    expect(clockCheck(0, undefined)).toMatchObject({
      state: 'failed',
      detail: 'The clock shows 1970-01-01 00:00 UTC, which is before this program was built.',
      fix: expect.stringMatching(/time zone/),
    })
    expect(clockCheck(NOW, NOW + 3_600)).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/60 minutes before the chain’s newest block/),
    })
    expect(clockCheck(NOW + 1e9, undefined).state).toBe('warning')
  })

  it('directoryCheck writes a test file and removes it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'checks-'))
    try {
      expect(directoryCheck(folder, '/shown')).toMatchObject({ state: 'passed', detail: '/shown is writable.' })
      expect(readdirSync(folder)).toEqual([])
      writeFileSync(join(folder, 'file'), '')
      expect(directoryCheck(join(folder, 'file'), '/shown')).toMatchObject({
        state: 'failed',
        detail: '/shown is not writable: part of the path is a file.',
      })
      expect(directoryCheck(join(folder, 'missing'), '/shown').state).toBe('failed')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('driveCheck fails for network drives, which damage databases', () => {
    const state = (type: string) => driveCheck({ kind: classifyDrive(type), type }).state
    for (const type of [
      'nfs',
      'nfs4',
      'cifs',
      'smbfs',
      'smb3',
      'fuse.sshfs',
      'afpfs',
      'webdav',
      'ceph',
      'fuse.rclone',
    ]) {
      expect(state(type), type).toBe('failed')
    }
    for (const type of ['tmpfs', 'vboxsf', '9p', 'virtiofs']) expect(state(type), type).toBe('warning')
    for (const type of ['ext4', 'btrfs', 'xfs', 'zfs', 'apfs', 'overlay', 'fuseblk', 'exfat', 'f2fs']) {
      expect(state(type), type).toBe('passed')
    }
    expect(driveCheck({ kind: 'unknown', type: '' }).state).toBe('passed')
    expect(driveCheck({ kind: 'local', type: '' }).detail).toBe('The folder is on a drive of this computer.')
  })

  it('portCheck names the program that holds the port, and a free port', () => {
    const wanted = { name: 'rpcport', port: 7, hosts: [] } as const
    expect(portCheck(wanted, undefined, false)).toMatchObject({ state: 'passed', detail: 'Port 7 is free.' })
    expect(portCheck(wanted, undefined, true)).toMatchObject({
      state: 'passed',
      detail: 'Port 7 is in use by this chain.',
    })
    expect(portCheck(wanted, { ...wanted, holder: 'nginx (process 5)', free: 9, forbidden: false }, false)).toEqual({
      name: 'rpcport',
      state: 'failed',
      detail: 'Port 7 for RPC is taken by nginx (process 5).',
      fix: 'Use another port: 9 is free, or end the program that uses this port.',
      freeport: 9,
      holder: 'nginx (process 5)',
    })
    expect(portCheck(wanted, { ...wanted, holder: null, free: null, forbidden: true }, false)).toMatchObject({
      detail: 'Port 7 for RPC may not be used by this program.',
      fix: 'Choose another port.',
    })
    expect(noPortCheck('p2pport').state).toBe('passed')
  })
})

describe('drive detection', () => {
  it('mountOf finds the nearest mount above a folder, and the last one at the same path', () => {
    const mounts = mountInfo(
      [
        '22 1 0:21 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
        '40 22 0:40 / /home rw,relatime - ext4 /dev/sda2 rw',
        '50 40 0:50 / /home/me/with\\040blank rw,nosuid shared:9 master:3 - nfs4 server:/x rw',
        '51 40 0:51 / /home/me rw - fuse.sshfs me@host: rw',
        '52 51 0:52 / /home/me rw - xfs /dev/sdb rw',
        'nonsense',
      ].join('\n'),
    )
    const type = (path: string) => findMount(path, mounts)?.type
    expect(type('/home/me/with blank/a')).toBe('nfs4')
    expect(type('/home/me/with')).toBe('xfs')
    expect(type('/home/meme')).toBe('ext4')
    expect(type('/')).toBe('ext4')
    expect(findMount('/x', [])).toBeUndefined()
  })

  it('mountOutput parses the output of macOS’s mount command', () => {
    const mounts = mountOutput(
      [
        '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
        '//me@nas/share on /Volumes/My share (smbfs, nodev, nosuid, mounted by me)',
      ].join('\n'),
    )
    expect(findMount('/Volumes/My share/x', mounts)?.type).toBe('smbfs')
    expect(findMount('/Users/me', mounts)?.type).toBe('apfs')
  })

  it('driveOf recognizes a Windows network share by its path', async () => {
    expect(await findDrive('\\\\nas\\share\\x', 'win32')).toMatchObject({ kind: 'network' })
    expect(await findDrive('C:\\Users\\me', 'win32')).toEqual({ kind: 'local', type: '' })
    expect(await findDrive('\\\\?\\C:\\Users\\me', 'win32')).toMatchObject({ kind: 'local' })
  })

  it.skipIf(process.platform !== 'linux')('driveOf finds the drive on this system', async () => {
    // `/proc` is mounted on every Linux system, unlike a particular file system for temporary folders.
    expect((await findDrive('/proc')).type).toBe('proc')
  })
})
