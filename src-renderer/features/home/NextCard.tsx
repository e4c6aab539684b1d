import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, Pickaxe } from 'lucide-react'
import { useMinerSwitch } from '../../components/mining/useMinerSwitch.ts'
import { t, withTexts } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { PhraseOffer } from './PhraseOffer.tsx'
import type { HomeStep } from './useNext.ts'

const FirstSteps = onDemand(
  withTexts(['people'], () => import('../../components/firstSteps/FirstSteps.tsx').then((module) => module.FirstSteps)),
)

export function HomeStepCard({ next }: { readonly next: HomeStep | undefined }) {
  switch (next) {
    case 'steps':
    case 'stepsDone':
      return <FirstSteps />
    case 'mine':
      return <StartMining />
    case 'coins':
      return <FirstCoins />
    case 'backup':
      return <PhraseOffer />
    case undefined:
      return null
  }
}

function StartMining() {
  const { data: miner } = useRpc('getminerstatus', {})
  const { turn, busy } = useMinerSwitch()
  return (
    <Card title={t('home:next.title')} bodyClassName="flex flex-col items-start gap-3">
      <p className="text-muted">{t('home:next.mineHint')}</p>
      <Button
        variant="primary"
        busy={busy}
        icon={<Pickaxe aria-hidden className="size-4" />}
        onClick={() => miner && turn(true, miner)}
      >
        {t('home:next.mine')}
      </Button>
    </Card>
  )
}

function FirstCoins() {
  return (
    <Card title={t('home:next.coins')} bodyClassName="flex flex-col gap-3">
      <p className="text-muted">{t('home:next.coinsHint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <Link to="/wallet" search={{ tab: 'receive' }}>
            <ArrowDownLeft aria-hidden className="size-4" /> {t('home:next.address')}
          </Link>
        </Button>
        <Button asChild>
          <Link to="/faucet">{t('home:next.faucet')}</Link>
        </Button>
      </div>
    </Card>
  )
}
