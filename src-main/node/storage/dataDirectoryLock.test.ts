import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirectoryLock } from './dataDirectoryLock.ts'
import { StorageError } from './storageError.ts'

describe('DataDirectoryLock', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lock-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  function acquireError(): StorageError {
    try {
      DataDirectoryLock.acquire(dir).release()
    } catch (error) {
      if (error instanceof StorageError) return error
      throw error
    }
    throw new Error('the lock was given')
  }

  it('rejects a second start and names the process that holds the lock', () => {
    const lock = DataDirectoryLock.acquire(dir)
    const { kind, message } = acquireError()
    expect(kind).toBe('locked')
    expect(message).toContain(`process ${process.pid}`)
    expect(message).toContain(dir)
    lock.release()
    expect(existsSync(join(dir, 'node.pid'))).toBe(false)
    DataDirectoryLock.acquire(dir).release()
  })

  it('names no process if node.pid is missing', () => {
    const lock = DataDirectoryLock.acquire(dir)
    rmSync(join(dir, 'node.pid'))
    expect(acquireError().message).not.toContain('process ')
    lock.release()
  })

  it('ignores the node.pid file of a process that has ended', () => {
    writeFileSync(join(dir, 'node.pid'), '12345\n')
    DataDirectoryLock.acquire(dir).release()
  })

  it('keeps other processes out after a failed second attempt of this process', async () => {
    const lock = DataDirectoryLock.acquire(dir)
    acquireError()
    const script = join(dir, 'rival.mjs')
    const module = new URL('./dataDirectoryLock.ts', import.meta.url).href
    writeFileSync(
      script,
      `import { DataDirectoryLock } from ${JSON.stringify(module)}
       try { DataDirectoryLock.acquire(process.argv[2]); process.send('taken') } catch (error) { process.send(error.kind) }`,
    )
    const [answer] = await once(fork(script, [dir]), 'message')
    expect(answer).toBe('locked')
    lock.release()
  })

  it('rejects while another process holds the lock, and succeeds after it was killed', async () => {
    const script = join(dir, 'holder.mjs')
    const module = new URL('./dataDirectoryLock.ts', import.meta.url).href
    writeFileSync(
      script,
      `import { DataDirectoryLock } from ${JSON.stringify(module)}
       const lock = DataDirectoryLock.acquire(process.argv[2])
       process.send('held')
       // An unreferenced lock is garbage-collected and released.
       setInterval(() => lock, 1000)`,
    )
    const child = fork(script, [dir])
    await once(child, 'message')
    expect(acquireError().message).toContain(`process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    DataDirectoryLock.acquire(dir).release()
  })
})
