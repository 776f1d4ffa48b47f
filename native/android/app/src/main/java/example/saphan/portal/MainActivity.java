package example.saphan.portal;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
