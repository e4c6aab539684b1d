import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../core/index.ts'
import { ContactRecord } from './contactRecord.ts'
import { type PairRole, PairState } from './pairState.ts'

const FILE = 'contact-with-outside.json'
const logger = createLogger({ level: 'error', millis: () => 0, sink: () => {} })

let root: string
let folders: Readonly<Record<PairRole, string>>
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contacts-'))
  folders = { me: join(root, 'me'), friend: join(root, 'friend') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const clock = { now: () => 5 }
const walletFile = (madeForSandbox: boolean) => {
  const said = madeForSandbox ? ['made for a sandbox'] : []
  return { isMadeForSandbox: () => said.length > 0, forgetSandbox: () => void said.pop() }
}

/** Simulates one run of both nodes on the same folders. */
function run() {
  const app = new PairState()
  const start = (role: PairRole, wallet = walletFile(true)) => {
    const otherFolder = folders[role === 'me' ? 'friend' : 'me']
    const pair = { role, otherFolder, state: new PairState(app.memory) }
    const record = new ContactRecord(folders[role], { clock, logger, pair })
    record.begin(wallet)
    return record
  }
  return { app, start }
}
const daemon = (madeForSandbox: boolean) => {
  const record = new ContactRecord(folders.me, { clock, logger, pair: undefined })
  record.begin(walletFile(madeForSandbox))
  return record
}

describe('ContactRecord', () => {
  it('leaves two fresh wallets private across restarts', () => {
    for (let start = 0; start < 2; start++) {
      const { app, start: begin } = run()
      begin('me')
      expect(app.isPrivate()).toBe(false)
      begin('friend')
      expect(app.isPrivate()).toBe(true)
    }
  })

  it.each([
    ['me', 'peer'],
    ['friend', 'peer'],
    ['me', 'key'],
    ['friend', 'key'],
  ] as const)('records permanently for both wallets that %s had contact by a %s', (role, contact) => {
    const first = run()
    const records = { me: first.start('me'), friend: first.start('friend') }
    expect(records[role].note(contact)).toBe(true)
    expect(first.app.isPrivate()).toBe(false)
    expect([existsSync(join(folders.me, FILE)), existsSync(join(folders.friend, FILE))]).toEqual([true, true])
    // The user deletes the folder of one wallet with its record.
    rmSync(join(folders[role], FILE))
    const next = run()
    next.start('me')
    next.start('friend')
    expect(next.app.isPrivate()).toBe(false)
  })

  it('also marks the wallet file, in case both records are deleted', () => {
    const wallet = walletFile(true)
    const { start } = run()
    start('me', wallet).note('peer')
    rmSync(join(folders.me, FILE))
    rmSync(join(folders.friend, FILE), { force: true })
    const next = run()
    next.start('me', wallet)
    next.start('friend')
    expect(next.app.isPrivate()).toBe(false)
  })

  it('treats a wallet that was not made for a sandbox as contact by a key', () => {
    const { app, start } = run()
    start('friend')
    start('me', walletFile(false))
    expect(app.isPrivate()).toBe(false)
    const next = run()
    next.start('me')
    next.start('friend')
    expect(next.app.isPrivate()).toBe(false)
  })

  it('records contacts of a standalone daemon for a sandbox wallet, and for no other wallet', () => {
    daemon(false).note('peer')
    expect(readdirSync(folders.me)).toEqual([])
    daemon(true).note('peer')
    const { app, start } = run()
    start('me')
    start('friend')
    expect(app.isPrivate()).toBe(false)
  })

  it('rejects a contact that cannot be recorded', () => {
    const { app, start } = run()
    const record = start('me')
    start('friend')
    rmSync(folders.me, { recursive: true })
    writeFileSync(folders.me, 'no folder')
    expect(record.note('peer')).toBe(false)
    expect(app.isPrivate()).toBe(false)
  })

  it('rejects a peer while a payment without approval is being sent', async () => {
    const { app, start } = run()
    start('me')
    const friend = start('friend')
    const release = Promise.withResolvers<void>()
    const sending = app.sendUnasked(() => release.promise)
    expect(friend.note('peer')).toBe(false)
    release.resolve()
    await sending
    expect(friend.note('peer')).toBe(true)
  })
})
