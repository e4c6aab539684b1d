/**
 * A wallet that moves to its phrase until it is killed. Its arguments are the folder, and `agreed` if an earlier run has agreed to
 * the plan. It reports each transaction and each block, and mines for ever.
 */
import { yieldToEventLoop } from '../../src-main/node/util/index.ts'
import { openMovingWallet } from './moveUnderTest.ts'

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
  handlers.movetophrase({ plan: plan.plan }, context)
  process.send!('agreed')
}
for (;;) {
  await yieldToEventLoop()
  if (wallet.agreedMove.status()?.running) continue
  market.mine()
  process.send!('mined')
}
