import { mount } from 'svelte'
import './theme.css'
import './app.css'
import App from './App.svelte'
import { registerServiceWorker } from './lib/serviceWorker.svelte'
import { applySettings } from './lib/settings.svelte'

applySettings()
mount(App, { target: document.getElementById('app')! })
void registerServiceWorker()
