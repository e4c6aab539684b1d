import { useMemo, useState } from 'react'
import { parseJson } from '#shared/json.ts'
import { describeTransaction, type TransactionStory } from '../../../parts/transaction/describe.ts'
import { OutputList } from '../../../parts/transaction/OutputList.tsx'
import { useOwn } from '../../../parts/transaction/useOwn.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { plainAmount } from '../../../ui/format.ts'
import { JsonTree } from '../../../ui/json/JsonTree.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import type { BuiltTransaction } from './useBuild.ts'

export function useStory(built: BuiltTransaction | undefined): TransactionStory | undefined {
  const own = useOwn()
  return useMemo(() => (built ? describeTransaction(built.decoded, built.coins, own) : undefined), [built, own])
}

export interface ReviewProps {
  readonly built: BuiltTransaction
  readonly story: TransactionStory
  readonly coin: string
  /** why it must not be confirmed */
  readonly mismatch: string | undefined
}

/** What the node decoded, in words and figures; the whole transaction below. */
export function Review({ built, story, coin, mismatch }: ReviewProps) {
  const [tab, setTab] = useState<'words' | 'decoded' | 'hex'>('words')
  const root = useMemo(() => parseJson(built.decodedText), [built.decodedText])
  return (
    <div className="flex flex-col gap-4">
      {mismatch ? (
        <ErrorState
          compact
          title="The built transaction is not what you asked for"
          safe={`${mismatch} Nothing was sent.`}
          advice="Go back and build it again; if this stays, do not use this node."
        />
      ) : null}
      <Cost story={story} coin={coin} />
      <Tabs
        label="Views of the transaction"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'words', label: 'Who gets what', content: <OutputList story={story} coin={coin} /> },
          {
            id: 'decoded',
            label: 'Decoded',
            content: <JsonTree root={root} label="Decoded transaction" className="h-80 border bg-sunken py-1.5" />,
          },
          { id: 'hex', label: 'Hex', content: <CodeBlock text={built.hex} label="signed transaction hex" wrap /> },
        ]}
      />
    </div>
  )
}

/** The price in one sentence: what leaves the spendable coins, and where it goes. */
function Cost({ story, coin }: { readonly story: TransactionStory; readonly coin: string }) {
  const back = story.outputs.filter((output) => output.kind === 'change')
  const made = story.outputs.filter((output) => output.kind === 'units' && story.token?.kind === 'create')
  const sum = (outputs: TransactionStory['outputs']) => outputs.reduce((total, output) => total + output.satoshis, 0n)
  const locked = sum(made)
  const marker = sum(story.outputs.filter((output) => output.kind === 'marker'))
  const parts = [
    ...(locked > 0n ? [`${plainAmount(locked)} locked in the new units`] : []),
    ...(marker > 0n ? [`${plainAmount(marker)} locked in the marker`] : []),
    ...(story.fee === undefined ? [] : [`${plainAmount(story.fee)} fee`]),
  ]
  if (story.fee === undefined) return null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-md bg-accent-soft px-4 py-3">
      <p className="font-medium">
        This costs you {plainAmount(locked + marker + story.fee)} {coin}
      </p>
      <p className="text-12 text-muted">
        {parts.join(' + ')}
        {back.length > 0 ? `; ${plainAmount(sum(back))} come back as change` : ''}
      </p>
    </div>
  )
}
