import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import { parseBlock } from '../primitives/index.ts'
import { RECORDED_ARGS, vectorLines } from '../testing/index.ts'
import { readVector } from '../testing/vectors.ts'
import { fromHex, toHex } from '../util/index.ts'
import { createTestCore, type TestCore, testSettings } from './testing/testCore.ts'
import { decodeMessage, FRAME_HEAD, type Incoming, type InvItem } from './wire/index.ts'

interface Session {
  readonly label: string
  readonly closed_by_node: boolean
  readonly msgs: readonly { readonly dir: 'to_node' | 'from_node'; readonly cmd: string; readonly hex: string }[]
}

const sessions: Session[] = JSON.parse(readVector('tst1/p2p_raw.json'))
/** Messages that komodod sends by its own timing, or that depend on blocks after the end of the recording. */
const NOT_COMPARED = new Set(['ping', 'getheaders'])

/** Returns the payload of a frame. @param hex complete frame: the recording truncates long ones */
const extractPayload = (hex: string) => fromHex(hex).subarray(FRAME_HEAD)

describe('recorded sessions of scripted peers', () => {
  let test: TestCore
  beforeAll(() => {
    let index: ReturnType<typeof createAddressIndex> | undefined
    test = createTestCore(
      { port: 18_800 },
      {
        args: RECORDED_ARGS.tst1,
        time: 1_795_230_000,
        evaluator: new ContractEvaluator(chainParamsFromArgs(RECORDED_ARGS.tst1)),
        migrations: [addressIndexMigrations],
        observers(db) {
          index = createAddressIndex({ db })
          return [index.observer]
        },
        addressIndex: () => index!,
      },
    )
    for (const { height, hex } of vectorLines<{ height: number; hex: string }>('tst1/blocks.jsonl')) {
      if (height > 0) test.node.chain.processBlock(parseBlock(fromHex(hex)))
    }
    expect(test.node.chain.tip().height).toBe(85)
  })
  afterAll(() => test.close())

  /** Sends the peer's messages of a session, and returns the node's replies. */
  function replay({ msgs }: Session): {
    readonly answers: Incoming[]
    readonly frames: readonly string[]
    readonly closed: boolean
  } {
    const stranger = test.stranger({ host: '127.0.0.1' })
    for (const { dir, hex } of msgs) if (dir === 'to_node') stranger.raw(fromHex(hex))
    test.pass(200)
    const closed = stranger.line.ended
    const frames = stranger.line.sent.map(toHex)
    const answers = stranger.heard()
    stranger.line.hangUp()
    return { answers, frames, closed }
  }

  it.each(sessions.map((session) => [session.label, session] as const))('%s', (_label, session) => {
    const { answers, frames, closed } = replay(session)
    expect(closed).toBe(session.closed_by_node)
    const theirs = session.msgs.filter(({ dir, cmd }) => dir === 'from_node' && !NOT_COMPARED.has(cmd))
    const expected = session.label === 'second version message' ? theirs.filter(({ cmd }) => cmd !== 'inv') : theirs
    const ours = answers.filter(({ type }) => !NOT_COMPARED.has(type))
    expect(ours.map(({ type }) => type).sort()).toEqual(expected.map(({ cmd }) => cmd).sort())
    for (const { cmd, hex } of expected) {
      if (cmd === 'version') compareVersion(ours, hex)
      else if (cmd === 'headers') compareHeaders(frames, hex)
      else if (cmd === 'inv') compareInventory(ours, hex)
      else expect(frames).toContain(hex)
    }
  })

  function compareVersion(ours: readonly Incoming[], hex: string): void {
    const said = ours.find(({ type }) => type === 'version')
    const reference = decodeMessage('version', extractPayload(hex))
    if (said?.type !== 'version' || reference.type !== 'version') throw new Error('no version')
    const { time: _, nonce, startHeight, ...rest } = reference
    expect({ ...said, time: 0n, nonce: 0n, startHeight: 0 }).toEqual({ ...rest, time: 0n, nonce: 0n, startHeight: 0 })
    expect(typeof nonce).toBe(typeof said.nonce)
    expect(startHeight).toBeGreaterThan(0)
  }

  /**
   * Compares the frames after the first byte of the count. The bytes before differ, because komodod had two more blocks
   * when the session was recorded.
   */
  function compareHeaders(frames: readonly string[], hex: string): void {
    const frame = frames.find((one) => one.slice(8, 8 + 14) === toHex(Buffer.from('headers')))
    const first = FRAME_HEAD * 2 + 2
    // The recording contains the first four thousand bytes.
    expect(frame?.slice(first, 2 * 4_000)).toBe(hex.slice(first, 2 * 4_000))
  }

  function compareInventory(ours: readonly Incoming[], hex: string): void {
    const said = ours.find(({ type }) => type === 'inv')
    const reference = decodeMessage('inv', extractPayload(hex))
    if (said?.type !== 'inv' || reference.type !== 'inv') throw new Error('no inv')
    const plain = (items: readonly InvItem[]) => items.map(({ type, hash }) => [type, toHex(hash)])
    expect(said.items.length).toBe(85)
    expect(plain(said.items)).toEqual(plain(reference.items.slice(0, 85)))
  }

  it('sends a locator of the recorded form', () => {
    const recordedLocator = sessions[0]?.msgs.find(({ dir, cmd }) => dir === 'from_node' && cmd === 'getheaders')
    const reference = decodeMessage('getheaders', extractPayload(recordedLocator?.hex ?? ''))
    if (reference.type !== 'getheaders') throw new Error('no getheaders')
    const { chain } = test.node
    const heights = reference.hashes.map((hash) => chain.byHash(hash)?.height)
    // Twelve heights in a row from 86 down, then gaps of 2, 4, 8 …; block 86 itself was not recorded.
    const shape = [85, 84, 83, 82, 81, 80, 79, 78, 77, 76, 75, 73, 69, 61, 45, 13, 0]
    expect(heights).toEqual([undefined, ...shape])
    const stranger = test.stranger({ host: '127.0.0.1' })
    stranger.raw(fromHex(sessions[0]?.msgs[0]?.hex ?? ''))
    const asked = stranger.heard().find(({ type }) => type === 'getheaders')
    if (asked?.type !== 'getheaders') throw new Error('no getheaders')
    expect(asked.hashes.map((hash) => chain.byHash(hash)?.height)).toEqual([
      84, 83, 82, 81, 80, 79, 78, 77, 76, 75, 74, 73, 71, 67, 59, 43, 11, 0,
    ])
    stranger.line.hangUp()
  })

  it('uses the service bits of the recorded node', () => {
    expect(testSettings(test.node).services).toBe(0x30000005n)
  })
})
