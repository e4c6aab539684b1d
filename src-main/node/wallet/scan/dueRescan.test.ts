import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { DueRescan } from './dueRescan.ts'

let test: WalletTestNode
let meta: Map<string, Uint8Array>
let scanned: number[]
beforeEach(() => {
  test = createWalletTestNode()
  test.node.mine(20)
  meta = new Map()
  scanned = []
})
afterEach(() => test.close())

const file = {
  meta: (name: string) => meta.get(name),
  setMeta: (name: string, value: Uint8Array) => void meta.set(name, value),
  dropMeta: (name: string) => void meta.delete(name),
}
function open(each: (height: number) => void = () => undefined) {
  const { chain } = test.node
  const { recorder, ledger } = test.wallet
  const recording = Object.assign(Object.create(recorder) as typeof recorder, {
    scan({ height }: { readonly height: number }) {
      scanned.push(height)
      each(height)
    },
    markScanned: () => undefined,
  })
  return new DueRescan({ chain, file, ledger, recorder: recording })
}
const readTime = (height: number) => test.node.chain.byHeight(height)?.time ?? 0
const from = (first: number) => Array.from({ length: 21 - first }, (_, index) => first + index)

describe('DueRescan', () => {
  it('scans nothing if nothing is due', async () => {
    expect(await open().run()).toBe(true)
    expect(scanned).toEqual([])
  })

  it('scans from the time that was demanded, with two hours of slack, and then is no longer due', async () => {
    const rescan = open()
    rescan.demand(readTime(10) + 7200)
    expect(await rescan.run()).toBe(true)
    expect(scanned).toEqual(from(10))
    expect(rescan.from()).toBeUndefined()
  })

  it('scans everything for an unknown time, and keeps the earliest demand', async () => {
    const rescan = open()
    rescan.demand(readTime(15) + 7200)
    rescan.demand(0)
    rescan.demand(readTime(18) + 7200)
    expect(rescan.from()).toBe(0)
    await rescan.run()
    expect(scanned).toEqual(from(1))
  })

  it('stays due if it is aborted, also after a restart', async () => {
    const abort = new AbortController()
    const rescan = open(() => abort.abort())
    rescan.demand(0)
    expect(await rescan.run({ signal: abort.signal })).toBe(false)
    expect(scanned).toEqual([1])
    const next = open()
    expect(next.from()).toBe(0)
    await next.run()
    expect(next.from()).toBeUndefined()
    expect(scanned).toEqual([1, ...from(1)])
  })

  it('begins again if more was demanded during the scan', async () => {
    let demanded = false
    const rescan = open((height) => {
      if (height !== 18 || demanded) return
      demanded = true
      rescan.demand(readTime(10) + 7200)
    })
    rescan.demand(readTime(16) + 7200)
    expect(await rescan.run()).toBe(true)
    expect(scanned).toEqual([...from(16), ...from(10)])
    expect(rescan.from()).toBeUndefined()
  })
})
