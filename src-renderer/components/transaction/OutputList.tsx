import { ArrowUpRight, Coins, Droplets, FileText, Lock, type LucideIcon, Pin, Undo2, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Explanation } from '#shared/rpc/index.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { Amount } from '../../ui/Amount.tsx'
import { cn } from '../../ui/cn.ts'
import { Hash, middleTruncated } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { CoinEquivalent } from '../CoinEquivalent.tsx'
import { ChainLink } from '../links/ChainLink.tsx'
import { useNameLookup } from '../people/names.ts'
import type { OutputStory, TransactionStory } from './describe.ts'

const icons: Record<OutputStory['kind'], LucideIcon> = {
  pay: ArrowUpRight,
  change: Undo2,
  units: Coins,
  'units-back': Undo2,
  marker: Pin,
  pool: Droplets,
  'pool-back': Droplets,
  data: FileText,
  condition: Lock,
  other: Lock,
}

function Line(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly note: string
  readonly address?: string | undefined
  readonly linked?: boolean | undefined
  /** Label of the address. */
  readonly label?: string | undefined
  /** If undefined, `unknown` is shown. */
  readonly satoshis: bigint | undefined
  readonly unknown?: string
  readonly children?: ReactNode
  readonly strong?: boolean
  /** True in a review, in which the user approves the amount. */
  readonly agreed: boolean
}) {
  const Icon = props.icon
  return (
    <li className="flex items-start gap-3 border-b py-2 last:border-b-0">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', props.strong ? 'text-accent-text' : 'text-faint')} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{props.title}</p>
        <p className="text-12 text-muted">
          {props.note}
          {props.address ? (
            <>
              {' '}
              <Address address={props.address} linked={props.linked} />
              {props.label ? (
                <>
                  {' '}
                  · <SafeText text={props.label} max={60} className="font-medium text-text" />
                </>
              ) : null}
            </>
          ) : null}
        </p>
        {props.children}
      </div>
      <span className="shrink-0 text-right">
        {props.satoshis === undefined ? (
          <span className="text-muted">{props.unknown}</span>
        ) : (
          <>
            <Amount satoshis={props.satoshis} className={props.strong ? 'font-medium' : undefined} />
            <CoinEquivalent satoshis={props.agreed ? props.satoshis : undefined} />
          </>
        )}
      </span>
    </li>
  )
}

/** Half of the characters of an address, so that it is shown in full. */
const WHOLE = 17

/** Links the address to its page if `linked`, with a copy button. */
function Address({ address, linked }: { readonly address: string; readonly linked: boolean | undefined }) {
  // Reviews show addresses in full.
  if (!linked)
    return (
      <Hash value={address} label={t('parts:output.address')} head={WHOLE} tail={WHOLE} className="align-baseline" />
    )
  return <ChainLink to={{ kind: 'address', id: address }} head={6} tail={6} copy className="align-baseline" />
}

function Written({ token }: { readonly token: Explanation['tokens'][number] }) {
  const { created } = token
  return (
    <ScrollRegion label={t('parts:output.written')} className="mt-1 max-h-24 rounded-sm bg-sunken px-2 py-1 text-12">
      <SafeText text={token.name} max={64} className="font-medium" />
      {created?.description ? (
        <>
          {' — '}
          <SafeText text={created.description} max={600} className="text-muted" />
        </>
      ) : null}
      {created?.data === undefined ? null : (
        <span className="block truncate font-mono text-muted">{middleTruncated(created.data, 32, 16)}</span>
      )}
    </ScrollRegion>
  )
}

function ReceiverName({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span className="font-medium text-text"> · {name}</span>
}

export interface OutputListProps {
  readonly story: TransactionStory
  readonly coin: string
  /** Links addresses to their pages; not used in reviews. */
  readonly linked?: boolean
}

/** Lists every output with its recipient, then the fee, so that the lines add up to the amount spent. */
export function OutputList({ story, coin, linked }: OutputListProps) {
  const findName = useNameLookup()
  /** Linked addresses already show the name, and the title shows the name of an address-book payee. */
  const findOutputLabel = ({ stranger, contract, address = '' }: OutputStory) => {
    if (contract && !linked) return t(`frame:contract.${contract}`)
    const known = linked || stranger ? undefined : findName(address)
    return known?.kind === 'own' ? undefined : known?.name
  }
  const findContactName = ({ stranger, address = '' }: OutputStory) => (stranger ? findName(address)?.name : undefined)
  const { told: txExplanation } = story
  const made = txExplanation.tokens.find(({ created }) => created !== undefined)
  return (
    <div>
      <div className="flex justify-between border-b pb-1 text-12 text-muted">
        <span>{t('parts:output.to')}</span>
        <span>{coin}</span>
      </div>
      <ul>
        {story.outputs.map((output) => (
          <Line
            key={output.n}
            icon={output.kind === 'pay' && output.own ? Wallet : icons[output.kind]}
            title={findContactName(output) ?? output.title}
            note={output.note}
            address={output.address}
            linked={linked}
            agreed={!linked}
            label={findOutputLabel(output)}
            satoshis={output.kind === 'data' && output.satoshis === 0n ? undefined : output.satoshis}
            unknown={t('parts:output.noCoins')}
            strong={output.kind === 'units' || output.kind === 'pool' || (output.kind === 'pay' && !output.own)}
          >
            {output.kind === 'data' && made ? <Written token={made} /> : null}
            {output.receiver === undefined ? null : (
              <p className="text-12 text-muted">
                <Trans
                  i18nKey="parts:output.receiver"
                  components={{
                    receiver: (
                      <Hash value={output.receiver} label={t('parts:output.receiverKey')} className="align-baseline" />
                    ),
                  }}
                />
                <ReceiverName name={findName(output.receiver)?.name} />
              </p>
            )}
          </Line>
        ))}
        {txExplanation.coinbase ? null : (
          <Line
            icon={Wallet}
            title={t('parts:output.fee')}
            note=""
            satoshis={txExplanation.fee ?? undefined}
            unknown={t('parts:output.unknown')}
            agreed={!linked}
          />
        )}
      </ul>
      {txExplanation.spent === null ? null : (
        <div className="flex justify-between gap-4 border-line-strong border-t pt-2 font-medium">
          <span>{t('parts:output.total')}</span>
          <span className="text-right">
            <Amount satoshis={txExplanation.spent} />
            <CoinEquivalent satoshis={linked ? undefined : txExplanation.spent} />
          </span>
        </div>
      )}
    </div>
  )
}
