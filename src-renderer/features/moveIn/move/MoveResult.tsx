import { useRouter } from '@tanstack/react-router'
import { ArrowRight, CircleCheck, KeyRound, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeError } from '../../../components/describeError.ts'
import { nodeError } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { type Fact, FactList } from '../../../ui/FactList.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { Note } from '../../../ui/Note.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { toast } from '../../../ui/toasts.ts'
import { formatLeaks, type MoveState } from '../texts.ts'
import { UndoCard } from './UndoCard.tsx'

/** Shows what moved in, what the old file reveals, and what to do next. */
export function MoveResult({ move }: { readonly move: MoveState }) {
  const { wallet, warnings } = move
  const leaks = wallet ? formatLeaks(wallet.leaks) : undefined
  const open = useOpenWallet(move.id)
  return (
    <>
      <Card
        title={
          <span className="flex items-center gap-2">
            <CircleCheck aria-hidden className="size-4 text-ok" /> {t('moveIn:result.title')}
          </span>
        }
        bodyClassName="flex flex-col gap-3"
      >
        <FactList facts={resultFacts(move)} />
        <div>
          <Button variant="primary" size="lg" onClick={() => void open('wallet')}>
            {t('moveIn:result.open')} <ArrowRight aria-hidden className="size-4" />
          </Button>
        </div>
      </Card>
      {wallet ? <Note>{t(move.running ? 'moveIn:result.twoRunning' : 'moveIn:result.two')}</Note> : null}
      {warnings.map((warning) => (
        <Note key={warning}>{nodeError(warning)}</Note>
      ))}
      {wallet ? (
        <>
          <NextCard
            title={t(leaks === undefined ? 'moveIn:result.freshTitle' : 'moveIn:result.leaksTitle')}
            action={t('moveIn:result.freshGo')}
            icon={<KeyRound aria-hidden className="size-4" />}
            onGo={() => void open('keys')}
          >
            {leaks === undefined ? null : <p className="text-warn">{t('moveIn:result.leaks', { what: leaks })}</p>}
            <p className="text-muted">{t('moveIn:result.fresh')}</p>
          </NextCard>
          <NextCard
            title={t('moveIn:result.backupTitle')}
            action={t('moveIn:result.backupGo')}
            icon={<Save aria-hidden className="size-4" />}
            onGo={() => void open('keys')}
          >
            <p className="text-muted">{t('moveIn:result.backup')}</p>
          </NextCard>
        </>
      ) : null}
      {move.conf ? <UndoCard id={move.id} conf={move.conf} /> : null}
    </>
  )
}

/** Returns a function that selects the chain and opens its wallet, or the wallet's keys. */
function useOpenWallet(id: string) {
  const { client } = useNode()
  const router = useRouter()
  return async (place: 'wallet' | 'keys') => {
    try {
      await client.call('selectchain', { id })
      await router.navigate({ to: '/wallet', search: place === 'keys' ? { tab: 'keys' } : {} })
    } catch (error) {
      toast({ tone: 'bad', title: describeError(error).title })
    }
  }
}

function resultFacts({ wallet, blocks, folder }: MoveState): readonly Fact[] {
  const there = wallet ? wallet.keys - wallet.imported : 0
  return [
    ...(wallet
      ? [
          {
            label: t('moveIn:result.keys'),
            value: t(there > 0 ? 'moveIn:result.keysSome' : 'moveIn:result.keysAll', {
              count: wallet.imported,
              there,
            }),
          },
        ]
      : []),
    ...(wallet && wallet.shielded > 0
      ? [
          {
            label: t('moveIn:result.shielded'),
            value: t('moveIn:result.shieldedKeys', { count: wallet.shielded }),
          },
        ]
      : []),
    ...(blocks
      ? [
          {
            label: t('moveIn:result.blocks'),
            value: t('moveIn:result.blocksTo', { height: groupDigits(blocks.height) }),
          },
        ]
      : []),
    {
      label: t('moveIn:result.folder'),
      value: (
        <span className="wrap-anywhere font-mono text-12">
          <SafeText text={folder} max={400} />
        </span>
      ),
    },
  ]
}

interface NextCardProps {
  readonly title: string
  readonly action: string
  readonly icon: ReactNode
  readonly children: ReactNode
  onGo(): void
}

function NextCard({ title, action, icon, children, onGo }: NextCardProps) {
  return (
    <Card title={title} bodyClassName="flex flex-col gap-2">
      {children}
      <div className="mt-1">
        <Button icon={icon} onClick={onGo}>
          {action}
        </Button>
      </div>
    </Card>
  )
}
