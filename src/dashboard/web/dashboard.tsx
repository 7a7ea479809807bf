import './shell/locale.js';
import { render } from 'preact';
import { openSession } from './client/session.js';
import { App } from './shell/app.js';
import './style/dashboard.css';

void openSession();
const app = document.getElementById('app')!;
app.replaceChildren();
render(<App />, app);
