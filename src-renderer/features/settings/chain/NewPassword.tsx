import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { describeError, isDeclined } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toasts.ts'

/** Sets a new password. The desktop app shows it in a separate window. In a browser it is shown here, once. */
export function NewPassword({ chain }: { readonly chain: ListedChain }) {
  const { client, desktop } = useNode()
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState<string>()
  const renew = async () => {
    setBusy(true)
    try {
      const made = await client.call('newrpcpassword', { id: chain.id })
      if (desktop) toast({ tone: 'ok', title: t('settings:passwordMade') })
      else setPassword(made)
    } catch (error) {
      if (!isDeclined(error)) toast({ tone: 'bad', title: describeError(error).title })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        busy={busy}
        className="self-start"
        icon={<RotateCw aria-hidden className="size-4" />}
        onClick={() => void renew()}
      >
        {t('settings:newPassword')}
      </Button>
      <Dialog
        open={password !== undefined}
        onOpenChange={() => setPassword(undefined)}
        title={t('settings:passwordMade')}
        description={t('settings:passwordOnce')}
        footer={
          <Button variant="primary" onClick={() => setPassword(undefined)}>
            {t('settings:passwordDone')}
          </Button>
        }
      >
        <CodeBlock text={password ?? ''} label={t('settings:rpcPassword')} wrap />
      </Dialog>
    </>
  )
}
