import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, useChainManager } from '../app/testing/testChains.ts'
import { DataDirectoryLock } from '../node/storage/index.ts'
import { leaveOut } from '../node/testing/leaveOut.ts'
import { mountSmallDisk, type SmallDisk } from './testing/smallDisk.ts'
import { contactAddress, WRITTEN_FILES } from './testing/writtenFiles.ts'

const mounted = mountSmallDisk()
const skipped = typeof mounted === 'string'
const disk = mounted as SmallDisk
afterAll(() => {
  if (!skipped) disk.close()
})

const MAX_KILOBYTES = 64
/** Page size of tmpfs in KB: space is allocated in pages. */
const PAGE_KILOBYTES = 4
const LEFTOVER = /\.new|\.unfinished|\.lock$|-journal$/

describe.skipIf(leaveOut('files on a full disk', skipped ? mounted : undefined))('files on a disk of 8 MB', () => {
  let folder = ''
  beforeEach((test) => {
    disk.makeRoom()
    folder = join(disk.folder, test.task.id)
    mkdirSync(folder)
    return () => {
      disk.makeRoom()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each(WRITTEN_FILES)('keep the old $name or get the complete new one', async ({ prepare, change, read }) => {
    prepare(folder)
    await change(folder)
    const complete = await read(folder)
    const failed: number[] = []
    for (let left = 0; left <= MAX_KILOBYTES; left += PAGE_KILOBYTES) {
      disk.makeRoom()
      prepare(folder)
      const before = await read(folder)
      expect(before).not.toEqual(complete)
      disk.leave(left)
      const error = await Promise.resolve()
        .then(() => change(folder))
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
      // The next start finds the disk just as full.
      const after = await read(folder)
      if (error === undefined) expect(after, `${left} KB left`).toEqual(complete)
      else {
        failed.push(left)
        expect(after, `${left} KB left, ${String(error)}`).toEqual(before)
      }
      expect(readdirSync(folder).filter((name) => LEFTOVER.test(name))).toEqual([])
    }
    expect(failed).toContain(0)
    expect(failed).not.toContain(MAX_KILOBYTES)
  })

  it('include a lock that rejects a node whose process id cannot be written, and releases the folder', () => {
    // Enough for the lock's database, but not for the process id.
    disk.leave(PAGE_KILOBYTES)
    expect(() => DataDirectoryLock.acquire(folder)).toThrow(/node\.pid is full/)
    disk.makeRoom()
    DataDirectoryLock.acquire(folder).release()
  })

  describe('used as the root of the app', () => {
    const app = useChainManager()
    const chains = Array.from({ length: 20 }, (_, index) => `CHAIN${index}`)
    const names = Array.from({ length: 150 }, (_, index) => ({
      name: `Contact ${index}`,
      addresses: [contactAddress(index)],
    }))

    it('keep 150 contacts and 20 chains, and make calls fail with an error', async () => {
      app.root = join(folder, 'root')
      const chainManager = app.open()
      for (const name of chains) {
        await ask(chainManager, 'createchain', { label: name, options: [`-ac_name=${name}`], testnode: true })
      }
      const { added } = await ask(chainManager, 'importcontacts', names)
      for (const left of [0, 4, 8, 16]) {
        disk.leave(left)
        const saved = ask(chainManager, 'savecontact', { name: 'New', addresses: [contactAddress(200)] })
        await expect(saved, `${left} KB left`).rejects.toMatchObject({
          message: 'The address book cannot be written: the disk is full',
        })
      }
      disk.leave(0)
      const created = ask(chainManager, 'createchain', { label: '', options: ['-ac_name=NEW'], testnode: true })
      await expect(created).rejects.toThrow(/the disk is full/)
      await expect(ask(chainManager, 'setappsettings', { updatecheck: false })).rejects.toThrow(/the disk is full/)
      const again = await app.reopen(chainManager)
      const book = await ask(again, 'listcontacts')
      expect([added, book.contacts.length, book.notice]).toEqual([150, 150, null])
      const list = await ask(again, 'listchains')
      expect([list.chains.map(({ name }) => name).toSorted(), list.notice]).toEqual([chains.toSorted(), null])
    })
  })
})
