import { CircleCheck } from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { type ChainDescription, useChains } from '../../../node/chains.ts'
import { useShowChain } from '../../../parts/useShowChain.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { type Fact, FactList } from '../../../ui/FactList.tsx'
import { plural } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { wholeCoins } from '../form/words.ts'
import { Note } from '../Note.tsx'

export interface UnderstoodProps {
  readonly description: ChainDescription | undefined
  /** it is of the present values and has no problems */
  readonly good: boolean
}

/** The chain that a text describes, to be compared with what the sender said. */
export function Understood({ description, good }: UnderstoodProps) {
  const known = description?.ok ? description : undefined
  const { data: list } = useChains()
  const there = known && list?.chains.find(({ options }) => options.join(' ') === known.options.join(' '))
  return (
    <Card
      title="What was understood"
      actions={
        good ? (
          <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
            Complete
          </Badge>
        ) : null
      }
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        {known ? (
          <>
            <FactList facts={factsOf(known)} />
            {there ? <There chain={there} /> : null}
            {there ? null : known.warnings.map((warning) => <Note key={warning}>{warning}</Note>)}
            {known.peers.length === 0 && !there ? (
              <Note>
                No node is named, so yours cannot connect. Ask for an address and add it under “Nodes to connect to”.
              </Note>
            ) : null}
          </>
        ) : (
          <p className="text-muted">
            {description
              ? 'Not a chain yet: see the problem at the field.'
              : 'Nothing yet. Paste a text or fill in the form.'}
          </p>
        )}
      </div>
    </Card>
  )
}

/** A chain can be joined once; offers to show the one that exists. */
function There({ chain }: { readonly chain: ListedChain }) {
  const { show, busy } = useShowChain()
  return (
    <Note>
      <div className="flex items-center justify-between gap-3">
        <span>
          You have this chain already, as <SafeText text={chain.label} max={60} />.
        </span>
        <Button size="sm" busy={busy} onClick={() => show(chain)}>
          Show it
        </Button>
      </div>
    </Note>
  )
}

const CONTRACTS = {
  'true true': 'yes',
  'true false': 'tokens only',
  'false true': 'faucet only',
  'false false': 'no',
} as const

function factsOf(chain: ChainDescription): readonly Fact[] {
  const first = chain.supply[0]
  return [
    { label: 'Name', value: <SafeText text={chain.name} max={64} className="break-all font-medium" /> },
    ...(chain.network === 'regtest' ? [{ label: 'Network', value: 'regtest, for tests' }] : []),
    { label: 'Coins at the start', value: first ? wholeCoins(first.supply) : '—' },
    { label: 'In the end', value: chain.finalsupply === null ? 'not within 50 years' : wholeCoins(chain.finalsupply) },
    { label: 'Between blocks', value: plural(chain.blocktime, 'second') },
    { label: 'Tokens and faucet', value: CONTRACTS[`${chain.tokens} ${chain.faucet}`] },
    { label: 'Amounts', value: chain.publiconly ? 'all public' : 'may be shielded' },
    { label: 'Magic', value: <span className="font-mono text-12">{chain.magic}</span> },
    { label: 'Ports', value: `${chain.p2pport}, RPC ${chain.rpcport}` },
    {
      label: 'Nodes to call',
      value:
        chain.peers.length === 0 ? (
          'none named'
        ) : (
          <span className="font-mono text-12">{chain.peers.slice(0, 4).join(', ')}</span>
        ),
    },
  ]
}
