/** README's first token by command line, with its own commands in a shell. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { type Program, startProgram } from '../support/programs.ts'
import { runStep } from './installed.ts'

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
const [, section = ''] = readme.split('## Your first token by command line\n')
const [start = '', ...calls] = section.match(/^npm run .*/gm) ?? []

describe('the first token of the README', () => {
  const folder = temporaryFolder()
  let node: Program
  let place: string

  /** The command with a folder and port of this test; what follows in the README is a comment for the shell. */
  const here = (command: string) => command.replace('-sandbox', `-sandbox ${place}`)

  beforeAll(async () => {
    place = `-datadir=${folder} -rpcport=${await freePort()}`
    node = startProgram('sh', ['-c', `exec ${here(start)} -listen=0`], { group: true })
    await node.printed(/^SANDBOX is ready: /m)
  })
  afterAll(async () => {
    // npm, its shell and the daemon, as Ctrl-C does.
    process.kill(-(node.process.pid ?? 0), 'SIGINT')
    await node.ended
    rmSync(folder, { recursive: true, force: true })
  })

  it('needs four commands and no token key to be set', () => {
    expect(calls).toHaveLength(4)
    const [create = '', send = '', list = '', balance = ''] = calls.map(here)
    const run = (command: string) => runStep('sh', ['-c', command]).trim()
    const { hex } = JSON.parse(run(create)) as { readonly hex: string }
    const id = run(send.replace('<hex>', hex))
    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.parse(run(list))).toEqual([id])
    expect(JSON.parse(run(balance.replace('<tokenid>', id)))).toMatchObject({ balance: 100_000_000 })
  })
})
