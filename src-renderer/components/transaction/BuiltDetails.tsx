import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { parseJson } from '#shared/json.ts'
import { notePayees } from '#shared/rpc/payees.ts'
import { isCaution } from '#shared/sentences/sentence.ts'
import { nodeText, sayText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { cn } from '../../ui/cn.ts'
import { Folded } from '../../ui/Folded.tsx'
import { JsonTree } from '../../ui/json/JsonTree.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useOwnerLookup } from '../people/owners.ts'
import type { BuiltTransaction } from './built.ts'
import { describeTransaction, type TransactionStory } from './describe.ts'
import { MoveNote } from './MoveNote.tsx'
import { OutputList } from './OutputList.tsx'

export interface BuiltDetailsProps {
  readonly built: BuiltTransaction
  /** Default: the node's description. */
  readonly story: TransactionStory | undefined
  readonly coin: string
}

/** Shows the outputs and the decoded transaction, collapsed by default. */
export function BuiltDetails({ built, story, coin }: BuiltDetailsProps) {
  const described = useMemo(() => story ?? describeTransaction(built.told), [built, story])
  const root = useMemo(() => parseJson(built.decodedText), [built.decodedText])
  const [tab, setTab] = useState<'words' | 'decoded'>('words')
  return (
    <Folded label={t('parts:confirm.details')}>
      <div className="mt-3 flex flex-col gap-4">
        {built.move ? <MoveNote move={built.move.told} coin={coin} /> : null}
        <Tabs
          label={t('parts:review.views')}
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'words', label: t('parts:drawer.summary'), content: <OutputList story={described} coin={coin} /> },
            {
              id: 'decoded',
              label: t('parts:review.decoded'),
              content: (
                <JsonTree root={root} label={t('parts:review.decodedLabel')} className="h-80 border bg-sunken py-1.5" />
              ),
            },
          ]}
        />
      </div>
    </Folded>
  )
}

/**
 * Lists warnings of the node and notes on recipients, in the order of the app's own question. Intended consequences are
 * mild, all others are red.
 */
export function BuiltWarnings({ told: txExplanation }: Pick<BuiltTransaction, 'told'>) {
  const findOwner = useOwnerLookup()
  const { first, mistakable } = notePayees(
    txExplanation,
    ({ address, pubkey }) => findOwner(address ?? pubkey ?? '')?.owner === 'other',
  )
  const own = txExplanation.warnings.map((warning, index) => {
    const said = txExplanation.said.warnings.slice(index, index + 1)
    return { text: nodeText(said, warning), mild: said.some(isCaution) }
  })
  const all = [
    ...mistakable.map((note) => ({ text: sayText(note), mild: false })),
    ...own,
    ...first.map((note) => ({ text: sayText(note), mild: true })),
  ]
  if (all.length === 0) return null
  return (
    <ul aria-label={t('parts:review.warnings')} className="flex flex-col gap-1.5">
      {all.map(({ text, mild }) => (
        <li
          key={text}
          className={cn('flex gap-2 rounded-md px-3 py-2', mild ? 'bg-warn-soft text-warn' : 'bg-bad-soft text-bad')}
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
