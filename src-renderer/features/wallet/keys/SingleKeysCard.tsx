import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import type { PhraseCardProps } from './PhraseCard.tsx'

/** Import and export of single keys. */
export function SingleKeysCard({ onOpen }: Pick<PhraseCardProps, 'onOpen'>) {
  return (
    <Card
      title="Single keys"
      source={
        <CallSource
          calls={[shownCall('importprivkey', { komodoprivkey: '…' }), shownCall('dumpprivkey', { 't-addr': 'R…' })]}
        />
      }
    >
      <p className="text-muted">
        Import a private key of another wallet, or show one of this wallet, in the format of this family (WIF).
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onOpen('import-key')}>Add a private key</Button>
        <Button variant="ghost" onClick={() => onOpen('show-key')}>
          Show a private key
        </Button>
      </div>
    </Card>
  )
}
