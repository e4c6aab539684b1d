import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { RequestDialog, type RequestProps } from './RequestDialog.tsx'

export function RequestButton(props: RequestProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<HandCoins aria-hidden className="size-3.5" />} onClick={() => setOpen(true)}>
        {t('people:request.open')}
      </Button>
      {open ? <RequestDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
