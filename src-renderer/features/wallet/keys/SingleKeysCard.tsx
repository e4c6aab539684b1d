import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import type { PhraseCardProps } from './PhraseCard.tsx'

/** Import and export of single keys. */
export function SingleKeysCard({ onOpen }: Pick<PhraseCardProps, 'onOpen'>) {
  return (
    <Card
      title={t('wallet:key.single')}
      source={
        <CallSource
          calls={[shownCall('importprivkey', { komodoprivkey: '…' }), shownCall('dumpprivkey', { 't-addr': 'R…' })]}
        />
      }
    >
      <p className="text-muted">{t('wallet:key.singleHint')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onOpen('import-key')}>{t('wallet:key.add')}</Button>
        <Button variant="ghost" onClick={() => onOpen('show-key')}>
          {t('wallet:key.show')}
        </Button>
      </div>
    </Card>
  )
}
