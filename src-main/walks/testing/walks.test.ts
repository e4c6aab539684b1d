import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createImportGraph } from './importGraph.ts'
import { countFiles, followWalk, readWalks, type Walk } from './walks.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const document = readFileSync(new URL('../../../resources/docs/architecture.md', import.meta.url), 'utf8')
const walks = readWalks(document)
const named = (title: string): Walk => walks.find((walk) => walk.title === title)!
const block = named('A block from a peer')

/** Follows a walk through the tree in which one text of one file is another one. */
function followChanged(walk: Walk, file: string, before: string | RegExp, after: string): string[] {
  const change = (path: string, text: string) => (path === file ? text.replace(before, after) : text)
  return followWalk(walk, createImportGraph(root, change))
}

describe('followWalk', () => {
  it('finds a call that was renamed', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(followChanged(block, file, /\bprepareSubmitted\b/g, 'prepareLater')).toContainEqual(
      expect.stringContaining(`${file} does not use prepareSubmitted`),
    )
  })

  it('finds an import that was dropped', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(followChanged(block, file, /^import .*'\.\/accept\.ts'$/m, '')).toContainEqual(
      expect.stringContaining(`${file} does not import src-main/node/chain/importer/accept.ts`),
    )
  })

  it('finds an import that was turned into one of types', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(followChanged(block, file, 'import { prepareSubmitted }', 'import type { prepareSubmitted }')).not.toEqual(
      [],
    )
  })

  it('finds a call that stands in a comment only', () => {
    const file = 'src-main/node/chain/importer/blockImporter.ts'
    expect(
      followChanged(block, file, /^(.*= decoded && )prepareSubmitted/m, '// prepareSubmitted\n$1later'),
    ).not.toEqual([])
  })

  it('finds a file that is not handed over any more', () => {
    const file = 'src-main/node/p2p/connections/peerSet.ts'
    expect(followChanged(named('A message from a peer'), file, /loop\b/g, 'queue')).toContainEqual(
      expect.stringContaining(`${file} has no loop`),
    )
  })

  it('finds a table of handlers that a file does not fill any more', () => {
    const file = 'src-main/node/composition/startUp.ts'
    expect(followChanged(named('`tokencreate` over HTTP'), file, /\bhandlers\b/g, 'takers')).toContainEqual(
      expect.stringContaining(`${file} has no handlers`),
    )
  })

  it('finds a handler of another method than the one that the window calls', () => {
    const click = named('A click on *Create token*')
    const file = 'src-main/node/contracts/tokens/rpc/tokens.ts'
    const steps = click.steps.map((step) =>
      step.name === 'preparefunded' ? { ...step, file, name: 'tokencreate' } : step,
    )
    expect(followWalk({ ...click, steps }, createImportGraph(root))).toContainEqual(
      expect.stringContaining('preparefunded was called, and not tokencreate'),
    )
  })

  it('finds a method that the window does not call any more', () => {
    const file = 'src-renderer/features/tokens/create/CreateTokenPage.tsx'
    expect(
      followChanged(named('A click on *Create token*'), file, "call('preparefunded'", "call('tokencreate'"),
    ).toEqual([expect.stringContaining(`${file} has no call('preparefunded'`)])
  })

  it('finds that a file is left out', () => {
    const walk = named('A faucet claim')
    const steps = walk.steps.filter(({ file }) => !file.endsWith('/claims.ts'))
    expect(followWalk({ ...walk, steps }, createImportGraph(root))).toContainEqual(
      expect.stringContaining('src-main/node/contracts/faucet/rpc.ts does not use found'),
    )
  })

  it('finds a method whose class the file before does not import any more', () => {
    const file = 'src-main/shell/ipc.ts'
    expect(followChanged(named('A click on *Create token*'), file, /^import type \{ Broker \}.*$/m, '')).toEqual([
      expect.stringContaining(`${file} does not import src-main/app/consent/broker.ts`),
    ])
  })

  it('finds a method that the class does not have any more', () => {
    const file = 'src-main/app/consent/broker.ts'
    expect(followChanged(named('A click on *Create token*'), file, 'async call(', 'async request(')).toEqual([
      expect.stringContaining(`src-main/shell/ipc.ts does not import ${file}`),
    ])
  })

  it.each(walks.filter(({ returns }) => returns > 0))('finds that the returns are left out: $title', (walk) => {
    const steps = walk.steps.filter(({ passage }) => passage.kind !== 'back')
    expect(followWalk({ ...walk, steps }, createImportGraph(root))).not.toEqual([])
  })

  it('finds a return to a file that did not call', () => {
    const { steps } = block
    const [first] = steps
    const back = {
      file: 'src-main/node/chain/importer/blockImporter.ts',
      name: 'acceptBlock',
      passage: { kind: 'back' },
    } as const
    expect(followWalk({ ...block, steps: [first!, back] }, createImportGraph(root))).toHaveLength(1)
  })

  it('finds a file that is gone', () => {
    const gone = { file: 'src-main/node/gone.ts', name: 'gone', passage: { kind: 'import' } } as const
    expect(followWalk({ ...block, steps: [gone] }, createImportGraph(root))).toEqual([
      '1: there is no src-main/node/gone.ts',
    ])
  })
})

describe('countFiles', () => {
  it('counts a file once, and a step that comes to it again as a return', () => {
    const [first, second] = block.steps
    expect(countFiles({ ...block, steps: [first!, second!, first!] })).toEqual({ files: 2, returns: 1 })
  })
})

describe('readWalks', () => {
  it.each([
    ['a step without a name', '1. `src-main/a.ts`: does it'],
    ['a number out of order', '2. `src-main/a.ts` `a`: does it'],
    ['an unknown passage', '1. `src-main/a.ts` `a` (somehow): does it'],
  ])('refuses %s', (_what, line) => {
    expect(() => readWalks(`## Walk\n\n1 files, 0 returns.\n\n${line}\n`)).toThrow('of a walk')
  })
})
