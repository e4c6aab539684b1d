/**
 * Wallet that moves to its phrase until it is killed. Arguments: the folder, and `agreed` if an earlier run has
 * approved the plan. It reports each transaction and each block, and mines forever.
 */
import { yieldToEventLoop } from '../../src-main/node/util/index.ts'
import { mineAfterKill, openMovingWallet } from './moveUnderTest.ts'

const [folder, agreed] = process.argv.slice(2) as [string, string]
const opened = await openMovingWallet(folder)
const { market, wallet } = opened
market.mempool.onChange(({ added }) => {
  for (const _ of added) process.send!('sent')
})
const handlers = opened.openHandlers()
const context = { signal: new AbortController().signal, transport: 'http' as const }

process.send!('start')
if (agreed !== 'agreed' && !wallet.agreedMove.get()) {
  const plan = (await handlers.planmovetophrase({ plan: undefined }, context)) as { readonly plan: string }
  void handlers.movetophrase({ plan: plan.plan }, context)
  process.send!('agreed')
}
for (;;) {
  await yieldToEventLoop()
  if (wallet.agreedMove.status()?.running) continue
  mineAfterKill(opened)
  process.send!('mined')
}
