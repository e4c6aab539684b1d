import { describe, expect, it } from 'vitest'
import type { Peer } from '../peer/index.ts'
import { MAX_PROVING, MAX_PROVING_PER_PEER } from './limits.ts'
import { ProofQueue, type Prove } from './proofQueue.ts'

const peers = Array.from({ length: 12 }, (_, id) => ({ id }) as unknown as Peer)
const fillHash = (number: number) => new Uint8Array(32).fill(number)
const FAULT = { ok: false, kind: 'rejected', code: 0x10, reason: 'false', score: 100 } as const
type Fault = Awaited<ReturnType<Prove>>

/** Creates a proof job that resolves when the test says so. */
function slowly() {
  let answer: (fault: Fault) => void = () => undefined
  const prove = () =>
    new Promise<Fault>((resolve) => {
      answer = resolve
    })
  return { prove, answer: (fault?: Fault) => answer(fault) }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('ProofQueue', () => {
  it('verifies one transaction at a time, in order', async () => {
    const proving = new ProofQueue()
    const results: unknown[] = []
    const [first, second] = [slowly(), slowly()]
    proving.add({ peer: peers[0]!, txid: fillHash(1), prove: first.prove }, (fault) => results.push([1, fault]))
    proving.add({ peer: peers[1]!, txid: fillHash(2), prove: second.prove }, (fault) => results.push([2, fault]))
    expect([1, 2, 3].map((number) => proving.has(fillHash(number)))).toEqual([true, true, false])
    second.answer(FAULT)
    await turn()
    expect(results).toEqual([])
    first.answer()
    await turn()
    expect(results).toEqual([[1, undefined]])
    second.answer(FAULT)
    await turn()
    expect(results).toEqual([
      [1, undefined],
      [2, FAULT],
    ])
    expect(proving.has(fillHash(2))).toBe(false)
  })

  it('drops the other transactions of a peer that disconnects after an invalid proof', async () => {
    const proving = new ProofQueue()
    const begun: number[] = []
    const results: number[] = []
    for (let number = 0; number < MAX_PROVING_PER_PEER; number++) {
      const prove = async () => {
        begun.push(number)
        return FAULT
      }
      proving.add({ peer: peers[0]!, txid: fillHash(number), prove }, () => {
        results.push(number)
        // A score of 100 disconnects the peer.
        proving.forget(peers[0]!)
      })
    }
    await turn()
    expect([begun, results]).toEqual([[0], [0]])
    expect(proving.has(fillHash(1))).toBe(false)
  })

  it('limits the queued transactions per peer and in total', () => {
    const proving = new ProofQueue()
    let number = 0
    for (const peer of peers) {
      const own = Array.from({ length: MAX_PROVING_PER_PEER + 2 }, () => fillHash(++number))
      for (const txid of own) proving.add({ peer, txid, prove: slowly().prove }, () => undefined)
      expect(own.filter((txid) => proving.has(txid)).length).toBeLessThanOrEqual(MAX_PROVING_PER_PEER)
    }
    const all = Array.from({ length: number }, (_, at) => fillHash(at + 1))
    expect(all.filter((txid) => proving.has(txid))).toHaveLength(MAX_PROVING)
  })

  it('continues after a verification that failed locally', async () => {
    const proving = new ProofQueue()
    const results: unknown[] = []
    const broken = () => Promise.reject(new Error('no thread'))
    proving.add({ peer: peers[0]!, txid: fillHash(1), prove: broken }, () => results.push(1))
    proving.add({ peer: peers[0]!, txid: fillHash(2), prove: async () => undefined }, () => results.push(2))
    await turn()
    await turn()
    expect(results).toEqual([2])
    expect(proving.has(fillHash(1))).toBe(false)
  })
})
