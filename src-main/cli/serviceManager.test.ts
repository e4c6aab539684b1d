import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../node/testing/waitFor.ts'
import { createServiceManager } from './serviceManager.ts'

describe('createServiceManager', () => {
  let folder = ''
  let program = ''
  let complaints: string[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-'))
    program = join(folder, 'notify')
    // A stand-in for systemd-notify: receives facts as arguments and the socket in its environment.
    writeFileSync(
      program,
      `#!/bin/sh\nfor fact in "$@"; do printf '%s %s\\n' "$NOTIFY_SOCKET" "$fact" >> ${folder}/told; done\n`,
    )
    chmodSync(program, 0o755)
    complaints = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const told = () =>
    existsSync(join(folder, 'told')) ? readFileSync(join(folder, 'told'), 'utf8').trimEnd().split('\n') : []
  const manager = (env: Record<string, string>) =>
    createServiceManager({ env, pid: 77, complain: (line) => complaints.push(line), program })

  it('notifies the manager of each state in order', async () => {
    const service = manager({ NOTIFY_SOCKET: '/run/x' })
    service.status('Reading blocks\nREADY=1')
    service.ready('is ready')
    service.stopping()
    await service.close()
    expect(told()).toEqual([
      '/run/x STATUS=Reading blocks READY=1',
      ...['/run/x READY=1', '/run/x STATUS=is ready'],
      ...['/run/x STOPPING=1', '/run/x STATUS=Closing files'],
    ])
    expect(complaints).toEqual([])
  })

  it('sends watchdog notifications until closed, if the manager requested them from this process', async () => {
    const env = { NOTIFY_SOCKET: '@x', WATCHDOG_USEC: '100000' }
    const service = manager({ ...env, WATCHDOG_PID: '77' })
    const others = manager({ ...env, NOTIFY_SOCKET: '@other', WATCHDOG_PID: '78' })
    await waitFor(() => expect(told().length).toBeGreaterThan(2))
    await service.close()
    await others.close()
    expect(new Set(told())).toEqual(new Set(['@x WATCHDOG=1']))
  })

  it('sends nothing without a NOTIFY_SOCKET', async () => {
    const service = manager({ WATCHDOG_USEC: '1000' })
    service.ready('is ready')
    await service.close()
    expect(told()).toEqual([])
  })

  it('warns only once if notifications fail', async () => {
    rmSync(program)
    const service = manager({ NOTIFY_SOCKET: '/run/x' })
    service.status('one')
    service.status('two')
    await service.close()
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toMatch(/^Warning: the service manager cannot be notified: .*ENOENT/)
  })
})
